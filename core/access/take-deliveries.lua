#!lua
--[[
  Takes the deliveries that are due. Until its lease ends, no other sender takes one of them; after that it is
  due again, so that a sender that was killed loses none.

  Input:
    KEYS[1]  sorted set: when each delivery is due
    KEYS[2]  hash: the deliveries

    ARGV[1]  now, in milliseconds since 1970
    ARGV[2]  when the lease ends
    ARGV[3]  how many to take at most

  Output: the deliveries, as they are stored.
]]
local schedule, deliveries = KEYS[1], KEYS[2]
local now, leaseEnd, most = ARGV[1], ARGV[2], ARGV[3]

local taken = {}
for _, id in ipairs(redis.call('ZRANGE', schedule, '-inf', now, 'BYSCORE', 'LIMIT', 0, most)) do
  redis.call('ZADD', schedule, leaseEnd, id)
  table.insert(taken, redis.call('HGET', deliveries, id))
end
return taken
