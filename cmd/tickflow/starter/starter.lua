-- What the nodes of NAME.tickflow do. The graph calls everything here by name.
local tickflow = require "tickflow"

-- A body gets a view of its node and returns the node's output. The first time count has no value yet.
tickflow.body("incr", function(v)
  return (v.count.value or 0) + 1
end)

tickflow.body("report", function(v)
  tickflow.log("the end")
  return {counted_to = v.count.value}
end)

-- A guard answers whether its edge passes the token on. It sees what its node has just returned.
tickflow.guard("again", function(v) return v.count.value < 3 end)
tickflow.guard("enough", function(v) return v.count.value >= 3 end)
