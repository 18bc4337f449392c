local tickflow = require "tickflow"

tickflow.body("input", function(v) return v.args or 7 end)

-- Inputs go by the name of the node they come from.
tickflow.body("halve", function(v) return v.number.value / 2 end)
tickflow.body("triple_and_one", function(v) return 3 * v.number.value + 1 end)

-- A guard is asked after its node has fired; v.output is what the body has just returned.
tickflow.guard("even", function(v) return v.output % 2 == 0 end)
tickflow.guard("odd", function(v) return v.output % 2 ~= 0 end)
