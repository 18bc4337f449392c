local tickflow = require "tickflow"

local quotes = { 100, 102, 106, 112 }

-- v.state is the node's own table and lasts from one fire to the next.
tickflow.body("next_quote", function(v)
  v.state.count = (v.state.count or 0) + 1
  return quotes[v.state.count]
end)

tickflow.body("mean_of_two", function(v)
  local quote = v.quote.value
  local mean = ((v.state.previous or quote) + quote) / 2
  v.state.previous = quote
  return mean
end)

tickflow.body("rise", function(v) return v.smooth.value - v.quote.value end)

tickflow.guard("calm", function(v) return v.output < 5 end)
tickflow.guard("risen", function(v) return v.output >= 5 end)
