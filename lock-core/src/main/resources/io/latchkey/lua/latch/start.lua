-- Starts a latch, unless one is running. One that nobody counts down or waits for is forgotten after a week.
--
-- KEYS  1 count  2 line  3 guard  4 operations
-- ARGV  1 operation  2 count
-- Reply {1} started; {0} one is running
--
-- Sent again, it answers as before.

--@include expiry

local count, operations = KEYS[1], KEYS[4]
if redis.call('HEXISTS', operations, ARGV[1]) == 1 then
    return {1}
end
if redis.call('EXISTS', count) == 1 then
    return {0}
end
redis.call('SET', count, ARGV[2], 'PX', 604800000)
redis.call('HSET', operations, ARGV[1], 'start')
expire(operations, 60000)
return {1}
