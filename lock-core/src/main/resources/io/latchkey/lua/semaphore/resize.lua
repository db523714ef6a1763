-- Changes how many permits there are, and wakes as many processes as there are permits free.
-- The change is forgotten when the semaphore has not been used for a day.
--
-- KEYS  1 holders  2 line  3 guard  4 limit
-- ARGV  1 permits  2 1 where listeners are not counted
-- Reply 1

--@include expiry
--@include holders
--@include taken
--@include channel
--@include wake
--@include permits

local holders, line, limit_key = KEYS[1], KEYS[2], KEYS[4]
local permits, uncounted = ARGV[1], ARGV[2]

redis.call('SET', limit_key, permits, 'PX', 86400000)
local free = tonumber(permits) - taken(holders, millis())
wake_for(free, line, 'semaphore ' .. holders, uncounted)
return 1
