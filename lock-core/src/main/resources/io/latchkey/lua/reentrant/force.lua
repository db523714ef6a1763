-- Opens the lock whoever holds it, tells its process, and wakes the first in line.
--
-- KEYS  1 lock  2 line  3 guard
-- ARGV  1 1 where listeners are not counted
-- Reply 1 it was held; 0 it was free

--@include expiry
--@include owner
--@include token
--@include channel
--@include wake

local lock, line, guard = KEYS[1], KEYS[2], KEYS[3]
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
tell_forced(holder, 'reentrant ' .. lock)
wake_next(line, 'reentrant ' .. lock, uncounted)
return 1
