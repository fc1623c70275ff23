#!lua
--[[
  Writes as `meter.lua` does, to keys of no account, so that a Redis that would refuse that refuses this.

  Input, of one hash slot:
    KEYS[1]  hash
    KEYS[2]  sorted set

  Output: 1.
]]
redis.call('HSET', KEYS[1], 'total', 0)
redis.call('ZADD', KEYS[2], 0, 'check')
for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, 61000) end
return 1
