-- Clears up after an attempt nobody waits for: a writing it may have left, its place in line, and what kept readers behind
-- it. If nobody writes then, the first in line is woken. With acquisition number 0 it only passes on a wake-up.
--
-- KEYS  1 writer  2 line  3 guard  4 readers  5 waiting writer  6 ended readings
-- ARGV  1 owner  2 process  3 acquisition number  4 ticket or ''  5 1 where listeners are not counted
-- Reply 1
--
-- It may be sent any number of times, also late. Its first write is a ZREM, which a full Redis still takes.

--@include expiry
--@include token
--@include guard
--@include channel
--@include readwrite

local writer_key, line, guard, readers, waiting = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local owner, process, number, ticket, uncounted = ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4], ARGV[5]

if number > 0 then
    redis.call('ZREM', line, 'write ' .. ticket)
    withdraw_writer(waiting, ticket)
    local token = redis.call('HGET', writer_key, owner)
    if token then
        redis.call('DEL', writer_key)
    end
    remember_end(guard, process, number, token and latest_token(guard, last_token(token)))
end
if redis.call('EXISTS', writer_key) == 0 then
    wake_first(line, waiting, {read = 'read ' .. readers, write = 'write ' .. writer_key}, uncounted)
end
return 1
