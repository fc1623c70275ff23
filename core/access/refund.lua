#!lua flags=allow-oom
--[[
  Refunds what a request has cost to the month it was charged to.

  Input:
    KEYS[1]  hash: the usage of the account this month

    ARGV[1]  the month that was charged, as 2026-11
    ARGV[2]  the id of the key
    ARGV[3]  how many requests were charged

  Output: 1 when it was refunded; 0 when that month is over, and with it its count.
  It takes no memory, so that a Redis that has none left still does it.
]]
local usageKey = KEYS[1]
local month, keyField, cost = ARGV[1], 'key:' .. ARGV[2], tonumber(ARGV[3])

if redis.call('HGET', usageKey, 'month') ~= month then return 0 end
for _, field in ipairs({'total', keyField}) do
  local left = redis.call('HINCRBY', usageKey, field, -cost)
  if left < 0 then redis.call('HSET', usageKey, field, 0) end
end
return 1
