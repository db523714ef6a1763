-- Ends an acquisition and wakes the process whose place is first.
--
-- KEYS  1 lock  2 line  3 guard  4 alive
-- ARGV  1 owner  2 process  3 acquisition number  4 time to live of the guard, ms  5 channel prefix  6 1 on a cluster
-- Reply 1 released; -1 the owner held nothing
--
-- Sent again, it answers as before. Its first write is a DEL, which a full Redis still takes.

--@include expiry
--@include guard
--@include queue

local lock, line, guard, alive = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local owner, process, number, guard_time, channel_prefix, cluster =
    ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5], ARGV[6]

local token = redis.call('HGET', lock, owner)
if token then
    redis.call('DEL', lock)
    remember_end(guard, process, number, token, guard_time)
    local micros, now = clock()
    wake_first(line, alive, now, 'fair ' .. lock, channel_prefix, cluster)
    return 1
end
local known = redis.call('HMGET', guard, process, abandoned_mark(process))
if (known[1] and tonumber(known[1]) >= tonumber(number)) or (known[2] and tonumber(known[2]) == tonumber(number)) then
    return 1
end
return -1
