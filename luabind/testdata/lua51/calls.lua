-- pcall, xpcall, error
show(pcall(function(...) return ... end, 1, nil, 3))
show(pcall(error, {1}) == false, select("#", pcall(error)))
show(pcall(error, "m", 0))
show(pcall(function() error("m", 0) end))
show(pcall(pcall, error, "x", 0))
show(xpcall(function() return 1, 2 end, print))
show(xpcall(function() error("m", 0) end, function(m) return m .. "!", 2 end))
show(pcall(function() local x = nil; return x.y end) == false)
show((pcall(nil)), (pcall(5)))
local ok, e = pcall(function() error(setmetatable({}, {__tostring = function() return "T" end})) end)
show(ok, tostring(e))
show(select("#", pcall(function() end)))
-- coroutines beside them
local co = coroutine.create(function(a)
  local ok, e = pcall(function() error("in", 0) end)
  local b = coroutine.yield(a, ok, e)
  return b * 2
end)
show(coroutine.resume(co, 1))
show(coroutine.resume(co, 21))
show(coroutine.status(co))
show(pcall(coroutine.wrap(function() error("w", 0) end)))
-- sort
local t = {5, 2, 8, 1} table.sort(t) show(table.concat(t, " "))
table.sort(t, function(a, b) return a > b end) show(table.concat(t, " "))
t = {"b", "a", "C"} table.sort(t) show(table.concat(t, " "))
show(pcall(table.sort, {1, "x"}) == false)
local words = {} for i = 1, 200 do words[i] = (i * 7919) % 1000 end
table.sort(words) local fine = true for i = 2, 200 do fine = fine and words[i - 1] <= words[i] end show(fine)
-- variables that closures share with a function that catches an error
do
  local n = 0
  local function inc() n = n + 1 end
  inc() pcall(error, "x") inc() n = n + 10 inc() show(n)
  pcall(function() pcall(error, "y") inc() error("z") end) inc() show(n)
  xpcall(function() n = n * 2 error("e") end, function() n = n + 1 end) inc() show(n)
end
do
  local f
  local function outer()
    local x = 5
    local g = function() x = x + 1 return x end
    pcall(function() local y = 3 f = function() y = y + 1 return y end error({}) end)
    local q, r, s, u = 100, 200, 300, 400
    show(f(), f(), g(), x, q, r, s, u)
  end
  outer()
end
do
  local kept = {}
  for i = 1, 3 do
    local v = i
    pcall(function() local w = i * 10 kept[i] = function() v = v + 1 w = w + 1 return v .. "/" .. w end if i == 2 then error("2") end end)
    v = v + 100
  end
  show(kept[1](), kept[2](), kept[3](), kept[2]())
end
do
  local total = 0
  local co = coroutine.wrap(function()
    local here = 1
    local function both() here = here + 1 total = total + 1 end
    pcall(error, "x") both() coroutine.yield(here) pcall(function() both() error("y") end) both() coroutine.yield(here)
  end)
  show(co(), total) show(co(), total)
end
