-- Starts a latch, unless one is running. One that nobody counts down or waits for is forgotten after a week.
--
-- KEYS  1 count  2 line  3 guard  4 operations
-- ARGV  1 operation  2 count
-- Reply 1 started; 0 one is running
--
-- Sent again within a minute, it answers as before and starts nothing.

--@include expiry
--@include ended
--@include count

local count, operations = KEYS[1], KEYS[4]
local operation, new_count = ARGV[1], ARGV[2]

local left, foreign = count_of(count)
if foreign then
    return foreign
end
if has_ended(operations, operation) then
    return 1
end
if left > 0 then
    return 0
end
redis.call('SET', count, new_count, 'PX', 604800000)
remember(operations, operation, 60000)
return 1
