#!lua
--[[
  Replaces or removes an entry of a hash, unless it has changed meanwhile.

  Input:
    KEYS[1]  hash
    KEYS[2]  sorted set: when each entry is due; absent where none ever is

    ARGV[1]  the field of the entry
    ARGV[2]  its value, as it was read
    ARGV[3]  its new value; empty to remove it
    ARGV[4]  with KEYS[2] and a new value: when it is due, in milliseconds since 1970

  Output: 1, or 0 when the entry has another value or is gone.
]]
local entries, schedule = KEYS[1], KEYS[2]
local field, before, after, dueAt = ARGV[1], ARGV[2], ARGV[3], ARGV[4]

if redis.call('HGET', entries, field) ~= before then return 0 end
if after == '' then
  redis.call('HDEL', entries, field)
  if schedule then redis.call('ZREM', schedule, field) end
else
  redis.call('HSET', entries, field, after)
  if schedule then redis.call('ZADD', schedule, dueAt, field) end
end
return 1
