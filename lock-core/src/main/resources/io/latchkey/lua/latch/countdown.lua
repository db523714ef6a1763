-- Counts down by one, once for each operation. At zero everybody in line is woken.
--
-- KEYS  1 count  2 line  3 guard  4 operations
-- ARGV  1 operation  2 channel prefix
-- Reply {count}

--@include expiry

local count, line, operations = KEYS[1], KEYS[2], KEYS[4]
local operation, channel_prefix = ARGV[1], ARGV[2]

local left = tonumber(redis.call('GET', count) or 0)
if left == 0 or redis.call('HEXISTS', operations, operation) == 1 then
    return {left}
end
redis.call('HSET', operations, operation, 'count down')
expire(operations, 60000)
left = left - 1
if left > 0 then
    redis.call('SET', count, left, 'PX', 604800000)
    return {left}
end
redis.call('DEL', count)
local woken = {}
for _, ticket in ipairs(redis.call('ZRANGE', line, 0, -1)) do
    local process = string.match(ticket, '^[^:]+')
    if not woken[process] then
        woken[process] = true
        redis.call('PUBLISH', channel_prefix .. process, 'latch ' .. count)
    end
end
redis.call('DEL', line)
return {0}
