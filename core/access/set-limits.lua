#!lua
--[[
  Copies the limits of a plan to an account, if it still has that plan.

  Input:
    KEYS[1]  hash: the account

    ARGV[1]  name of the plan
    ARGV[2]  requests a month
    ARGV[3]  requests a minute
    ARGV[4]  whether it includes exports: true or false

  Output: 1 when the account has the plan, else 0.
]]
local accountKey = KEYS[1]
local plan, monthlyRequests, requestsPerMinute, exports = ARGV[1], ARGV[2], ARGV[3], ARGV[4]

if redis.call('HGET', accountKey, 'plan') ~= plan then return 0 end
redis.call(
  'HSET', accountKey,
  'monthlyRequests', monthlyRequests, 'requestsPerMinute', requestsPerMinute, 'exports', exports
)
return 1
