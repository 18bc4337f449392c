local tickflow = require "tickflow"

tickflow.body("zero", function(v) return 0 end)

-- A reads both its producers. B has not fired yet when A fires first.
tickflow.body("current", function(v)
  if v.B.exists then return v.B.value end
  return v.seed.value
end)

tickflow.body("incr", function(v) return v.A.value + 1 end)

tickflow.guard("below3", function(v) return v.B.value < 3 end)
