#!lua
--[[
  Replaces an entry of a hash, unless it has changed meanwhile.

  Input:
    KEYS[1]  hash

    ARGV[1]  the field of the entry
    ARGV[2]  its value, as it was read
    ARGV[3]  its new value

  Output: 1, or 0 when the entry has another value or is gone.
]]
local entries = KEYS[1]
local field, before, after = ARGV[1], ARGV[2], ARGV[3]

if redis.call('HGET', entries, field) ~= before then return 0 end
redis.call('HSET', entries, field, after)
return 1
