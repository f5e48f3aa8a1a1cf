local M = {}
local MAX = 2

-- Renews a loan.
function M.renew(loan, days)
  local function allowed(limit)
    return loan.renewals < limit
  end
  local log = function() print("renewed") end
  if allowed(MAX) then log() end
end

function M:fine(days)
  return days * 10
end

function M.web.page:render() end

local function helper(x) return x end

function global_open() end

M.close = function(self)
  return true
end

M["odd key"] = function() end

local callback = function(loan)
  print(loan)
end

M.handlers = {
  open = function() end,
  ["close"] = function() end,
  nested = {
    deep = function() end,
  },
  "function in a string",
  limit = 3,
}

local data = { 1, 2, 3 }

register("loan", function(loan)
  local function inside() end
  inside()
end)

local Desk = setmetatable({}, {
  __index = function(t, k) return k end,
})

for i = 1, 2 do
  M.each = function() return i end
end

return M
