-- Clears up after an attempt nobody waits for: a hold it may have left, its place in line. If the lock is free then, the
-- first in line is woken. With acquisition number 0 it only passes on a wake-up.
--
-- KEYS  1 lock  2 line  3 guard
-- ARGV  1 owner  2 process  3 acquisition number  4 ticket or ''  5 1 where listeners are not counted
-- Reply 1
--
-- It may be sent any number of times, also late. Its first write is a ZREM, which a full Redis still takes.

--@include expiry
--@include token
--@include guard
--@include channel
--@include wake

local lock, line, guard = KEYS[1], KEYS[2], KEYS[3]
local owner, process, number, ticket, uncounted = ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4], ARGV[5]

if number > 0 then
    redis.call('ZREM', line, ticket)
    local token = redis.call('HGET', lock, owner)
    if token then
        redis.call('DEL', lock)
    end
    remember_end(guard, process, number, token and last_token(token))
end
if redis.call('EXISTS', lock) == 0 then
    wake_next(line, 'reentrant ' .. lock, uncounted)
end
return 1
