local tickflow = require "tickflow"

local most_attempts = 3

-- The input is how many times the service fails before it answers.
-- What went wrong is returned as a value: guards can look at it. After tickflow.failure(...) no guard is asked.
tickflow.body("ask_service", function(v)
  v.state.attempts = (v.state.attempts or 0) + 1
  if v.state.attempts <= (v.args or 2) then
    return { ok = false, error = "no answer" }
  end
  return { ok = true, answer = 42 }
end)

-- A guard reads the output and the state of its node.
local function again(v)
  return not v.output.ok and v.state.attempts < most_attempts
end

tickflow.guard("again", again)
tickflow.guard("settled", function(v) return not again(v) end)

tickflow.body("tell", function(v)
  local reply = v.ask.value
  if reply.ok then
    return "the answer is " .. reply.answer
  end
  return "gave up: " .. reply.error
end)
