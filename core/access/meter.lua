#!lua
--[[
  Decides whether requests of API keys are admitted, one after the other, and counts those that are.

  Input, for each API key, all of one account where accounts have hash slots of their own:
    KEYS[4n+1]  text: the id of the key with this hash
    KEYS[4n+2]  hash: the account
    KEYS[4n+3]  hash: the usage of the account this month
    KEYS[4n+4]  sorted set: when requests of this key were admitted, within the last minute
    then        texts, each there for a day once something was paid for

    ARGV[1]     microseconds since 1970 to take for now; empty for Redis' own clock
    ARGV[2]     four numbers for each request: of its API key, from 0 on; 1 to apply the rate limit and count
                it there, else 0; how many requests of the month it costs, where the quota does not apply to 0;
                which of KEYS says that this is paid for, 0 where it is paid for each time

  Output: text, a line for each request and in it words, which are parsed faster than arrays. The first is
  the outcome, the second the id of the key; the limits follow in the order of the last lines of `decide`.
    'unknown'        there is no such key; nothing else is in the line
    'unpaid'         the account has no plan, or its trial is over; there are no limits
    'rateExceeded'   rejected: too many requests in the last 60 seconds
    'quotaExceeded'  rejected: the month cannot cover the cost
    'admitted'       counted
    'failed'         an error, which the rest of the line describes; it concerns no other API key
  A rejected request is counted nowhere. All that is written here expires by itself. A Redis that cannot
  write (read-only, out of memory) refuses the whole script: that is what its first line is for.
]]
local call, floor, max = redis.call, math.floor, math.max

local SECOND = 1000000
local MINUTE = 60 * SECOND
local DAY = 86400 * SECOND

local function currentTime()
  if ARGV[1] ~= '' then return tonumber(ARGV[1]) end
  local time = call('TIME')
  return tonumber(time[1]) * SECOND + tonumber(time[2])
end

-- Days from 1970-01-01 to the first of a month, which is counted from January 1970. The Gregorian year is
-- taken from March, so that its leap day comes last.
local function firstDayOf(month)
  local year, sinceMarch = 1970 + floor((month - 2) / 12), (month - 2) % 12
  local leapDays = floor(year / 4) - floor(year / 100) + floor(year / 400)
  return year * 365 + leapDays + floor((153 * sinceMarch + 2) / 5) - 719468
end

-- The name of the month of a time, and the start of the next month.
local function monthAt(time)
  local day = floor(time / DAY)
  -- The mean length of a month gives the month or the one before it or after it.
  local month = floor(day / 30.436875)
  if firstDayOf(month) > day then month = month - 1 end
  if firstDayOf(month + 1) <= day then month = month + 1 end
  local name = string.format('%04d-%02d', 1970 + floor(month / 12), month % 12 + 1)
  return name, firstDayOf(month + 1) * DAY
end

local function whole(number)
  return string.format('%.0f', number)
end

local now = currentTime()
local nowText, minuteAgo = whole(now), whole(now - MINUTE)
local currentMonth, endOfCurrentMonth = monthAt(now)

local function secondsUntil(time)
  return max(1, math.ceil((time - now) / SECOND))
end

-- Reads the state of a Redis key once, however many requests concern it.
local function once(read)
  local known = {}
  return function(key)
    known[key] = known[key] or read(key)
    return known[key]
  end, known
end

-- How many requests of a key were admitted within the last minute.
local rateOf, rates = once(function(rateKey)
  call('ZREMRANGEBYSCORE', rateKey, '-inf', minuteAgo)
  -- Requests admitted "later", before the clock was set back, count as admitted now: no caller exceeds
  -- its rate, and none waits for longer than a minute.
  for _, entry in ipairs(call('ZRANGEBYSCORE', rateKey, '(' .. nowText, '+inf')) do
    call('ZADD', rateKey, nowText, entry)
  end
  return {recent = call('ZCARD', rateKey), admitted = {}}
end)

-- When the request was admitted that leaves the window first of those that keep another one out.
local function oldestOf(rateKey, requestsPerMinute)
  local rate = rateOf(rateKey)
  local leaving = max(0, rate.recent - requestsPerMinute)
  if rate.leaving ~= leaving then
    local stored = call('ZRANGE', rateKey, leaving, leaving, 'WITHSCORES')[2]
    rate.leaving, rate.oldest = leaving, stored and tonumber(stored) or now
  end
  return rate.oldest
end

-- The month that a usage is counted in, and the start of the next one.
local function monthOf(countedMonth)
  if countedMonth ~= currentMonth then
    -- When the clock goes back over the start of a month, as after a failover, the month stays: otherwise
    -- the quota of the month before would be available again, and then that of this one.
    local soon, endOfSoon = monthAt(now + DAY)
    if countedMonth == soon then return soon, endOfSoon end
  end
  return currentMonth, endOfCurrentMonth
end

local usageOf, usages = once(function(usageKey)
  local counted = call('HMGET', usageKey, 'month', 'total')
  local month, nextMonth = monthOf(counted[1])
  local isSameMonth = counted[1] == month
  return {
    month = month,
    nextMonth = nextMonth,
    isSameMonth = isSameMonth,
    total = isSameMonth and tonumber(counted[2]) or 0,
    costs = {},
  }
end)

local accountOf = once(function(accountKey)
  local account = call('HMGET', accountKey, 'monthlyRequests', 'requestsPerMinute', 'trialEndsAt', 'exports')
  local trialEndsAt = tonumber(account[3])
  return {
    monthlyRequests = tonumber(account[1]),
    requestsPerMinute = tonumber(account[2]),
    isTrialOver = trialEndsAt and now >= trialEndsAt * 1000,
    exports = account[4] == 'true' and 1 or 0,
  }
end)

local paid = {}
local function isPaid(paidKey) return paid[paidKey] or call('EXISTS', paidKey) == 1 end

local keyIdOf = once(function(apiKey) return call('GET', apiKey) end)

local function decide(apiKey, accountKey, usageKey, rateKey, isRated, cost, paidKey)
  local keyId = keyIdOf(apiKey)
  if not keyId then return 'unknown' end

  local account = accountOf(accountKey)
  local monthlyRequests, requestsPerMinute = account.monthlyRequests, account.requestsPerMinute
  if not monthlyRequests or not requestsPerMinute or account.isTrialOver then return 'unpaid ' .. keyId end

  if paidKey and isPaid(paidKey) then cost = 0 end
  local rate, usage = rateOf(rateKey), usageOf(usageKey)
  local outcome = 'admitted'
  if isRated and rate.recent >= requestsPerMinute then
    outcome = 'rateExceeded'
  elseif cost > 0 and usage.total + cost > monthlyRequests then
    outcome = 'quotaExceeded'
  end
  if outcome == 'admitted' and isRated then
    -- The count makes the entry unlike others of the same microsecond.
    table.insert(rate.admitted, nowText)
    table.insert(rate.admitted, nowText .. '-' .. rate.recent)
    rate.recent = rate.recent + 1
  end
  if outcome == 'admitted' and cost > 0 then
    usage.total = usage.total + cost
    usage.costs[keyId] = (usage.costs[keyId] or 0) + cost
    if paidKey then paid[paidKey] = true end
  end

  return table.concat({
    outcome,
    keyId,
    requestsPerMinute,
    max(0, requestsPerMinute - rate.recent),
    secondsUntil(oldestOf(rateKey, requestsPerMinute) + MINUTE),
    whole(monthlyRequests),
    whole(max(0, monthlyRequests - usage.total)),
    secondsUntil(usage.nextMonth),
    usage.month,
    account.exports,
  }, ' ')
end

local lines = {}
for number, isRated, cost, paidKey in string.gmatch(ARGV[2], '(%d+) (%d) (%d+) (%d+)') do
  local key = 4 * number
  local isDecided, line = pcall(
    decide, KEYS[key + 1], KEYS[key + 2], KEYS[key + 3], KEYS[key + 4], isRated == '1', tonumber(cost),
    KEYS[tonumber(paidKey)]
  )
  if not isDecided then line = 'failed ' .. tostring(type(line) == 'table' and line.err or line) end
  table.insert(lines, line)
end

for rateKey, rate in pairs(rates) do
  if #rate.admitted > 0 then
    call('ZADD', rateKey, unpack(rate.admitted))
    -- A second longer than the minute: expiry is in milliseconds, and must not forget an entry too soon.
    call('PEXPIRE', rateKey, 61000)
  end
end
for usageKey, usage in pairs(usages) do
  if next(usage.costs) and not usage.isSameMonth then
    call('DEL', usageKey)
    call('HSET', usageKey, 'month', usage.month)
    -- A day longer than the month, so that a late charge can still be refunded.
    call('PEXPIRE', usageKey, whole((usage.nextMonth + DAY - now) / 1000))
  end
  for keyId, cost in pairs(usage.costs) do
    call('HINCRBY', usageKey, 'total', whole(cost))
    call('HINCRBY', usageKey, 'key:' .. keyId, whole(cost))
  end
end
for paidKey in pairs(paid) do call('SET', paidKey, '1', 'EX', 86400) end
return table.concat(lines, '\n')
