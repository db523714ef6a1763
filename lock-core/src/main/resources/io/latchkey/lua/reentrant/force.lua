-- Opens the lock whoever holds it, and wakes the first process in line.
--
-- KEYS  1 lock  2 line  3 guard
-- ARGV  1 time to live of the guard, ms  2 channel prefix  3 1 on a cluster
-- Reply 1 it was held; 0 it was free

--@include expiry
--@include owner
--@include wake

local lock, line, guard = KEYS[1], KEYS[2], KEYS[3]
local guard_time, channel_prefix, cluster = ARGV[1], ARGV[2], ARGV[3]

local holder, token, foreign = holder_of(lock)
if foreign then
    return foreign
end
if not holder then
    return 0
end
redis.call('DEL', lock)
redis.call('HSET', guard, 'token', token)
expire(guard, guard_time)
wake_next(line, 'reentrant ' .. lock, channel_prefix, cluster)
return 1
