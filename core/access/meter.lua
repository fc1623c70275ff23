#!lua
--[[
  Decides whether requests of API keys are admitted, one after the other, and counts those that are.

  Input, for each request, all of one account and so of one hash slot:
    KEYS[4n+1]  text: the id of the key with this hash
    KEYS[4n+2]  hash: the account
    KEYS[4n+3]  hash: the usage of the account this month
    KEYS[4n+4]  sorted set: when requests of this key were admitted, within the last minute

    ARGV[1]     microseconds since 1970 to take for now; empty for Redis' own clock
    ARGV[2n+2]  1 to apply the rate limit and count the request there, else 0
    ARGV[2n+3]  how many requests of the month it costs; the quota does not apply to 0

  Output: text, a line for each request and in it words, which are parsed faster than arrays. The first is
  the outcome, the second the id of the key; the limits follow in the order of the last lines of `decide`.
    'unknown'        there is no such key; nothing else is in the line
    'unpaid'         the account has no plan, or its trial is over; there are no limits
    'rateExceeded'   rejected: too many requests in the last 60 seconds
    'quotaExceeded'  rejected: the month cannot cover the cost
    'admitted'       counted
    'failed'         an error, which the rest of the line describes; it concerns no other request
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

-- How many requests of a key were admitted within the last minute.
local function recentOf(rateKey)
  call('ZREMRANGEBYSCORE', rateKey, '-inf', minuteAgo)
  -- Requests admitted "later", before the clock was set back, count as admitted now: no caller exceeds
  -- its rate, and none waits for longer than a minute.
  for _, entry in ipairs(call('ZRANGEBYSCORE', rateKey, '(' .. nowText, '+inf')) do
    call('ZADD', rateKey, nowText, entry)
  end
  return call('ZCARD', rateKey)
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

local function decide(apiKey, accountKey, usageKey, rateKey, isRated, cost)
  local keyId = call('GET', apiKey)
  if not keyId then return 'unknown' end

  local account = call('HMGET', accountKey, 'monthlyRequests', 'requestsPerMinute', 'trialEndsAt', 'exports')
  local monthlyRequests, requestsPerMinute = tonumber(account[1]), tonumber(account[2])
  local trialEndsAt = tonumber(account[3])
  local isTrialOver = trialEndsAt and now >= trialEndsAt * 1000
  if not monthlyRequests or not requestsPerMinute or isTrialOver then return 'unpaid ' .. keyId end

  local recent = recentOf(rateKey)
  local keyField = 'key:' .. keyId
  local usage = call('HMGET', usageKey, 'month', 'total', keyField)
  local month, nextMonth = monthOf(usage[1])
  local isSameMonth = usage[1] == month
  local used = isSameMonth and tonumber(usage[2]) or 0

  local outcome = 'admitted'
  if isRated and recent >= requestsPerMinute then
    outcome = 'rateExceeded'
  elseif cost > 0 and used + cost > monthlyRequests then
    outcome = 'quotaExceeded'
  end
  if outcome == 'admitted' and isRated then
    -- The count makes the entry unlike others of the same microsecond.
    call('ZADD', rateKey, nowText, nowText .. '-' .. recent)
    -- A second longer than the minute: expiry is in milliseconds, and must not forget an entry too soon.
    call('PEXPIRE', rateKey, 61000)
    recent = recent + 1
  end
  if outcome == 'admitted' and cost > 0 then
    used = used + cost
    if isSameMonth then
      local usedByKey = (tonumber(usage[3]) or 0) + cost
      call('HSET', usageKey, 'total', whole(used), keyField, whole(usedByKey))
    else
      call('DEL', usageKey)
      call('HSET', usageKey, 'month', month, 'total', whole(used), keyField, whole(cost))
      -- A day longer than the month, so that a late charge can still be refunded.
      call('PEXPIRE', usageKey, whole((nextMonth + DAY - now) / 1000))
    end
  end

  local leaving = max(0, recent - requestsPerMinute)
  local oldest = call('ZRANGE', rateKey, leaving, leaving, 'WITHSCORES')[2]
  return table.concat({
    outcome,
    keyId,
    requestsPerMinute,
    max(0, requestsPerMinute - recent),
    oldest and secondsUntil(tonumber(oldest) + MINUTE) or 60,
    whole(monthlyRequests),
    whole(max(0, monthlyRequests - used)),
    secondsUntil(nextMonth),
    month,
    account[4] == 'true' and 1 or 0,
  }, ' ')
end

local lines = {}
for number = 1, #KEYS / 4 do
  local key, argument = 4 * number, 2 * number
  local isRated, cost = ARGV[argument] == '1', tonumber(ARGV[argument + 1])
  local isDecided, line = pcall(decide, KEYS[key - 3], KEYS[key - 2], KEYS[key - 1], KEYS[key], isRated, cost)
  if not isDecided then line = 'failed ' .. tostring(type(line) == 'table' and line.err or line) end
  lines[number] = line
end
return table.concat(lines, '\n')
