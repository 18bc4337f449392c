local tickflow = require "tickflow"

local most_attempts = 3

-- The tools, stubbed. Each takes what the plan asks of it and the number of the attempt, and answers a table with `ok`.
-- Put real calls here; nothing else has to change.
local tools = {
  flights = function(city) return { ok = true, found = "08:40 to " .. city } end,
  hotels = function(nights) return { ok = true, found = nights .. " nights" } end,
  weather = function(city, attempt)
    if attempt < 3 then
      return { ok = false, error = "timeout" }
    end
    return { ok = true, found = "sun in " .. city }
  end,
}

-- What each tool is asked goes by the name of its node.
tickflow.body("make_plan", function(v)
  local city = v.args and v.args.city or "Lisbon"
  return { flights = city, hotels = 3, weather = city }
end)

-- v.state is the node's own table, so every tool counts its own attempts.
tickflow.body("call_tool", function(plan, v)
  v.state.attempts = (v.state.attempts or 0) + 1
  return tools[v.node](plan[v.node], v.state.attempts)
end)

-- The two guards of a node that forks are each other's opposite: exactly one says yes.
local function again(v)
  return not v.output.ok and v.state.attempts < most_attempts
end

tickflow.guard("again", again)
tickflow.guard("settled", function(v) return not again(v) end)

-- A tool that never worked is no reason to stop: the proposal says so.
local function told(answer)
  return answer.ok and answer.found or "unknown: " .. answer.error
end

tickflow.body("write_proposal", function(v)
  return table.concat({ told(v.flight), told(v.hotel), told(v.forecast) }, ", ")
end)

-- Without an input nobody has approved.
local function approved(v)
  return v.args ~= nil and v.args.approve == true
end

tickflow.guard("approved", approved)
tickflow.guard("declined", function(v) return not approved(v) end)

tickflow.body("book_trip", function(proposal) return "booked: " .. proposal end)
tickflow.body("shelve_trip", function(proposal) return "not booked: " .. proposal end)
