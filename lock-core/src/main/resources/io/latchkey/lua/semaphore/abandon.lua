-- Clears up after an attempt nobody waits for: permits it may have left, its place in line. Those who may have them are woken.
-- With acquisition number 0 it only passes on a wake-up.
--
-- KEYS  1 holders  2 line  3 guard  4 limit
-- ARGV  1 owner  2 process  3 acquisition number  4 ticket or ''  5 1 where listeners are not counted
-- Reply 1
--
-- It may be sent any number of times, also late. Its first write is a ZREM, which a full Redis still takes.

--@include expiry
--@include holders
--@include ended
--@include channel
--@include wake
--@include permits

local holders, line, guard = KEYS[1], KEYS[2], KEYS[3]
local owner, number, ticket, uncounted = ARGV[1], tonumber(ARGV[3]), ARGV[4], ARGV[5]

if number > 0 then
    redis.call('ZREM', line, ticket)
    end_hold(holders, owner, millis())
    remember(guard, owner, GUARD_TIME)
end
wake_for(permits_of(owner), line, 'semaphore ' .. holders, uncounted)
return 1
