local tickflow = require "tickflow"

-- main.go puts a Go function of that name in front of this one, which serves `tickflow run` and `tickflow check`.
tickflow.body("stock", function() return 10 end)

tickflow.guard("enough", function(v) return v.output >= v.args.count end)
tickflow.guard("short", function(v) return v.output < v.args.count end)

tickflow.body("ship", function(v)
  return v.args.count .. " " .. v.args.item .. " on the way"
end)

tickflow.body("reorder", function(v)
  return v.args.count - v.stock.value .. " " .. v.args.item .. " to order"
end)
