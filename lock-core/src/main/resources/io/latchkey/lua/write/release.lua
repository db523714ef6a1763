-- Ends a writing and wakes the first in line: a writer, or readers up to the next writer.
--
-- KEYS  1 writer  2 line  3 guard  4 readers  5 waiting writer  6 ended readings
-- ARGV  1 owner  2 process  3 acquisition number  4 the last token it gave out, 0 or none unknown  5 1 where listeners are not counted
-- Reply 1 released; -1 the owner held nothing
--
-- Sent again, it answers as before. Its first write is a DEL, which a full Redis still takes.

--@include expiry
--@include token
--@include guard
--@include channel
--@include readwrite

local writer_key, line, guard, readers, waiting = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local owner, process, number, uncounted = ARGV[1], ARGV[2], ARGV[3], ARGV[5]

local token = redis.call('HGET', writer_key, owner)
if token then
    redis.call('DEL', writer_key)
    remember_end(guard, process, number, latest_token(guard, last_token(token, ARGV[4])))
    wake_first(line, waiting, {read = 'read ' .. readers, write = 'write ' .. writer_key}, uncounted)
    return 1
end
local ended = redis.call('HGET', guard, process)
if ended and tonumber(ended) >= tonumber(number) then
    return 1
end
return -1
