local tickflow = require "tickflow"

local budget = 500

tickflow.body("request", function(v) return v.args or { item = "keyboard", price = 80 } end)

tickflow.body("check_budget", function(v)
  local request = v.submit.value
  return { item = request.item, over = math.max(0, request.price - budget) }
end)

-- review has two guards, so exactly one of them must say yes each time; the run warns if not.
tickflow.guard("within_budget", function(v) return v.output.over == 0 end)
tickflow.guard("over_budget", function(v) return v.output.over > 0 end)

tickflow.body("approve", function(v) return v.review.value.item .. ": approved" end)

tickflow.body("reject", function(v)
  local review = v.review.value
  return review.item .. ": rejected, " .. review.over .. " over budget"
end)
