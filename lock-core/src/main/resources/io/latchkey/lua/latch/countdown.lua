-- Counts down by one, once for each operation. At zero everybody in line is woken, and let through also if the latch has been
-- started again when they come, or when they come again within a minute and do not know that they were in line.
--
-- KEYS  1 count  2 line  3 guard  4 operations
-- ARGV  1 operation
-- Reply {count}, 0 when it has just opened
--
-- Sent again within a minute, it does not count again. Its first write is a PEXPIRE, which a full Redis still takes.

--@include expiry
--@include ended
--@include count
--@include channel

local count, line, operations = KEYS[1], KEYS[2], KEYS[4]
local operation = ARGV[1]

local left, foreign = count_of(count)
if foreign then
    return foreign
end
if left == 0 or has_ended(operations, operation) then
    return {left}
end
expire(count, 604800000)
remember(operations, operation, 60000)
left = left - 1
if left > 0 then
    redis.call('SET', count, left, 'PX', 604800000)
    return {left}
end
redis.call('DEL', count)
remember_opening(operations)
local message, woken = 'latch ' .. count, {}
for _, ticket in ipairs(redis.call('ZRANGE', line, 0, -1)) do
    -- Its process may not know that it is in line, as an answer was lost; then it comes again without an arrival.
    remember(operations, WAITED .. ticket, 60000)
    local process = string.match(ticket, '^[^:]+')
    if not woken[process] then
        woken[process] = true
        redis.call('PUBLISH', channel_of(process, message), message)
    end
end
redis.call('DEL', line)
return 0
