-- Opens the lock whoever holds it, tells its process, and wakes the one whose place is first.
--
-- KEYS  1 lock  2 line  3 guard  4 alive
-- ARGV  1 1 where listeners are not counted
-- Reply 1 it was held; 0 it was free

--@include expiry
--@include owner
--@include token
--@include channel
--@include queue

local lock, line, guard, alive = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local uncounted = ARGV[1]

local holder, token, foreign = holder_of(lock)
if foreign then
    return foreign
end
if not holder then
    return 0
end
redis.call('DEL', lock)
redis.call('HSET', guard, 'token', last_token(token))
expire(guard, GUARD_TIME)
tell_forced(holder, 'fair ' .. lock)
local micros, now = clock()
wake_first(line, alive, now, 'fair ' .. lock, uncounted)
return 1
