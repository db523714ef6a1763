-- Opens the lock whoever holds it, and wakes the process whose place is first.
--
-- KEYS  1 lock  2 line  3 guard  4 alive
-- ARGV  1 time to live of the guard, ms  2 channel prefix  3 1 on a cluster
-- Reply 1 it was held; 0 it was free

--@include expiry
--@include owner
--@include queue

local lock, line, guard, alive = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
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
local micros, now = clock()
wake_first(line, alive, now, 'fair ' .. lock, channel_prefix, cluster)
return 1
