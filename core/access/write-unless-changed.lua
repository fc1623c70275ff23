#!lua
--[[
  Writes fields of a hash, unless one of its fields has changed meanwhile.

  Input:
    KEYS[1]   hash

    ARGV[1]   the field that must not have changed
    ARGV[2]   its value, as it was read
    ARGV[3…]  the fields to write, each followed by its value

  Output: 1, or 0 when that field has another value or is gone.
]]
local hashKey, field, before = KEYS[1], ARGV[1], ARGV[2]

if redis.call('HGET', hashKey, field) ~= before then return 0 end
redis.call('HSET', hashKey, unpack(ARGV, 3))
return 1
