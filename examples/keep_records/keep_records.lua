local tickflow = require "tickflow"

local goal = 1000

tickflow.body("count", function(v)
  v.state.total = (v.state.total or 0) + 1
  return v.state.total
end)

tickflow.guard("below", function(v) return v.output < goal end)
tickflow.guard("reached", function(v) return v.output >= goal end)

tickflow.body("report", function(v) return "counted to " .. v.count.value end)
