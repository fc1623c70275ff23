#!lua
--[[
  Decides in one step whether a request of an API key is admitted, and counts it if so.

  Input, all of one account and so of one hash slot:
    KEYS[1]  text: the id of the key with this hash
    KEYS[2]  hash: the account
    KEYS[3]  hash: the usage of the account this month
    KEYS[4]  sorted set: when requests of this key were admitted, within the last minute

    ARGV[1]  1 to apply the rate limit and count the request there, else 0
    ARGV[2]  how many requests of the month it costs; the quota does not apply to 0
    ARGV[3]  microseconds since 1970 to take for now; empty for Redis' own clock

  Output: JSON of {outcome, keyId, limits}, as metering.ts reads it. The outcome is
    'unknown'        there is no such key; nothing else is in the output
    'unpaid'         the account has no plan, or its trial is over; there are no limits
    'rateExceeded'   rejected: too many requests in the last 60 seconds
    'quotaExceeded'  rejected: the month cannot cover the cost
    'admitted'       counted
  A rejected request is counted nowhere. All that is written here expires by itself. A Redis that cannot
  write (read-only, out of memory) refuses the whole script: that is what its first line is for.
]]
local apiKey, accountKey, usageKey, rateKey = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local isRated, cost = ARGV[1] == '1', tonumber(ARGV[2])

local SECOND = 1000000
local MINUTE = 60 * SECOND
local DAY = 86400 * SECOND

local function currentTime()
  if ARGV[3] ~= '' then return tonumber(ARGV[3]) end
  local time = redis.call('TIME')
  return tonumber(time[1]) * SECOND + tonumber(time[2])
end

-- Days from 1970-01-01 to the first of a month, which is counted from January 1970. The Gregorian year is
-- taken from March, so that its leap day comes last.
local function firstDayOf(month)
  local year, sinceMarch = 1970 + math.floor((month - 2) / 12), (month - 2) % 12
  local leapDays = math.floor(year / 4) - math.floor(year / 100) + math.floor(year / 400)
  return year * 365 + leapDays + math.floor((153 * sinceMarch + 2) / 5) - 719468
end

-- The name of the month of a time, and the start of the next month.
local function monthAt(time)
  local day = math.floor(time / DAY)
  -- The mean length of a month gives the month or the one before it or after it.
  local month = math.floor(day / 30.436875)
  if firstDayOf(month) > day then month = month - 1 end
  if firstDayOf(month + 1) <= day then month = month + 1 end
  local name = string.format('%04d-%02d', 1970 + math.floor(month / 12), month % 12 + 1)
  return name, firstDayOf(month + 1) * DAY
end

local function whole(number)
  return string.format('%.0f', number)
end

local function secondsUntil(time, now)
  return math.max(1, math.ceil((time - now) / SECOND))
end

local keyId = redis.call('GET', apiKey)
if not keyId then return cjson.encode({outcome = 'unknown'}) end

local account = redis.call('HMGET', accountKey, 'monthlyRequests', 'requestsPerMinute', 'trialEndsAt')
local monthlyRequests, requestsPerMinute = tonumber(account[1]), tonumber(account[2])
local trialEndsAt = tonumber(account[3])
local now = currentTime()
local isTrialOver = trialEndsAt and now >= trialEndsAt * 1000
if not monthlyRequests or not requestsPerMinute or isTrialOver then
  return cjson.encode({outcome = 'unpaid', keyId = keyId})
end

redis.call('ZREMRANGEBYSCORE', rateKey, '-inf', whole(now - MINUTE))
-- Requests admitted "later", before the clock was set back, count as admitted now: no caller exceeds
-- its rate, and none waits for longer than a minute.
for _, entry in ipairs(redis.call('ZRANGEBYSCORE', rateKey, '(' .. whole(now), '+inf')) do
  redis.call('ZADD', rateKey, whole(now), entry)
end
local recent = redis.call('ZCARD', rateKey)

local usage = redis.call('HMGET', usageKey, 'month', 'total')
local monthName, nextMonth = monthAt(now)
if usage[1] ~= monthName then
  -- When the clock goes back over the start of a month, as after a failover, the month stays: otherwise
  -- the quota of the month before would be available again, and then that of this one.
  local soonName, afterSoon = monthAt(now + DAY)
  if usage[1] == soonName then monthName, nextMonth = soonName, afterSoon end
end
local isSameMonth = usage[1] == monthName
local used = isSameMonth and tonumber(usage[2]) or 0

local function secondsUntilOneFits()
  local leaving = math.max(0, recent - requestsPerMinute)
  local entry = redis.call('ZRANGE', rateKey, leaving, leaving, 'WITHSCORES')
  return entry[2] and secondsUntil(tonumber(entry[2]) + MINUTE, now) or 60
end

local function withLimits(outcome)
  local limits = {
    requestsPerMinute = requestsPerMinute,
    remainingThisMinute = math.max(0, requestsPerMinute - recent),
    secondsToNextRequest = secondsUntilOneFits(),
    monthlyRequests = monthlyRequests,
    remainingThisMonth = math.max(0, monthlyRequests - used),
    secondsToNextMonth = secondsUntil(nextMonth, now),
    month = monthName,
  }
  return cjson.encode({outcome = outcome, keyId = keyId, limits = limits})
end

if isRated and recent >= requestsPerMinute then return withLimits('rateExceeded') end
if cost > 0 and used + cost > monthlyRequests then return withLimits('quotaExceeded') end

if isRated then
  -- The count makes the entry unlike others of the same microsecond.
  redis.call('ZADD', rateKey, whole(now), whole(now) .. '-' .. recent)
  -- A second longer than the minute: expiry is in milliseconds, and must not forget an entry too soon.
  redis.call('PEXPIRE', rateKey, 61000)
  recent = recent + 1
end
if cost > 0 then
  if not isSameMonth then
    redis.call('DEL', usageKey)
    redis.call('HSET', usageKey, 'month', monthName)
    -- A day longer than the month, so that a late charge can still be refunded.
    redis.call('PEXPIRE', usageKey, whole((nextMonth + DAY - now) / 1000))
  end
  redis.call('HINCRBY', usageKey, 'total', cost)
  redis.call('HINCRBY', usageKey, 'key:' .. keyId, cost)
  used = used + cost
end
return withLimits('admitted')
