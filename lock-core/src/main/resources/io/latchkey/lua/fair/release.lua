-- Ends an acquisition and wakes the process whose place is first.
--
-- KEYS  1 lock  2 line  3 guard  4 alive
-- ARGV  1 owner  2 process  3 acquisition number  4 the last token it gave out, 0 or none unknown  5 1 where listeners are not counted
-- Reply 1 released; -1 the owner held nothing
--
-- Sent again, it answers as before. Its first write is a DEL, which a full Redis still takes.

--@include expiry
--@include token
--@include guard
--@include channel
--@include queue

local lock, line, guard, alive = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local owner, process, number, uncounted = ARGV[1], ARGV[2], ARGV[3], ARGV[5]

local token = redis.call('HGET', lock, owner)
if token then
    redis.call('DEL', lock)
    remember_end(guard, process, number, last_token(token, ARGV[4]))
    local micros, now = clock()
    wake_first(line, alive, now, 'fair ' .. lock, uncounted)
    return 1
end
local known = redis.call('HMGET', guard, process, abandoned_mark(process))
if (known[1] and tonumber(known[1]) >= tonumber(number)) or (known[2] and tonumber(known[2]) == tonumber(number)) then
    return 1
end
return -1
