-- Clears up after an attempt nobody waits for: a hold it may have left, a place in line. If the lock is free then, the
-- process whose place is first is woken. With acquisition number 0 it only passes on a wake-up.
--
-- KEYS  1 lock  2 line  3 guard  4 alive
-- ARGV  1 owner  2 process  3 acquisition number  4 ticket or ''  5 1 where listeners are not counted
-- Reply 1
--
-- It may be sent any number of times, also late. Its first write is a ZREM, which a full Redis still takes.

--@include expiry
--@include token
--@include guard
--@include channel
--@include queue

local lock, line, guard, alive = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local owner, process, number, ticket, uncounted = ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4], ARGV[5]

if number > 0 then
    redis.call('ZREM', line, ticket)
    forget_waiters(line, alive)
    local token = redis.call('HGET', lock, owner)
    if token then
        -- As good as a release, so one that is still on its way is no surprise.
        redis.call('DEL', lock)
        remember_end(guard, process, number, last_token(token))
    end
    remember_end(guard, abandoned_mark(process), number, nil)
end
if redis.call('EXISTS', lock) == 0 then
    local micros, now = clock()
    wake_first(line, alive, now, 'fair ' .. lock, uncounted)
end
return 1
