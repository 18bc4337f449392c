local tickflow = require "tickflow"

tickflow.body("text", function(v) return v.args or "the quick brown fox" end)

-- Bodies of one tick run concurrently. Each has its own copy of the input.
tickflow.body("count_words", function(v)
  local _, words = v.text.value:gsub("%S+", "")
  return words
end)

tickflow.body("count_letters", function(v)
  local _, letters = v.text.value:gsub("%S", "")
  return letters
end)

tickflow.body("longest_word", function(v)
  local longest = ""
  for word in v.text.value:gmatch("%S+") do
    if #word > #longest then longest = word end
  end
  return longest
end)

-- v:items() goes through all inputs, so this body needs no names and joins any number of workers.
tickflow.body("collect", function(v)
  local report = {}
  for worker, found in v:items() do
    report[worker] = found
  end
  return report
end)
