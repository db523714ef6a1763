-- Ends the writing, whoever writes, tells its process, and wakes the first in line.
--
-- KEYS  1 writer  2 line  3 guard  4 readers  5 waiting writer  6 ended readings
-- ARGV  1 1 where listeners are not counted
-- Reply 1 somebody wrote; 0 nobody did

--@include expiry
--@include owner
--@include token
--@include channel
--@include readwrite

local writer_key, line, guard, readers, waiting = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local uncounted = ARGV[1]

local writer, token, not_ours = holder_of(writer_key)
if not_ours then
    return not_ours
end
if not writer then
    return 0
end
redis.call('DEL', writer_key)
redis.call('HSET', guard, 'token', latest_token(guard, last_token(token)))
expire(guard, GUARD_TIME)
tell_forced(writer, 'write ' .. writer_key)
wake_first(line, waiting, {read = 'read ' .. readers, write = 'write ' .. writer_key}, uncounted)
return 1
