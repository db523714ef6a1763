-- Lets a waiter through if the count is zero, or was since it came; otherwise puts its ticket, if there is one, in line.
-- Nothing is held.
--
-- KEYS  1 count  2 line  3 guard  4 operations
-- ARGV  1 owner  2 process  3 acquisition number  4 time to live, ms  5 ticket or ''  6 arrival of the ticket, 0 unknown
-- Reply '0' through; {0, retry after ms, arrival, ''} the count is not zero

--@include expiry
--@include ended
--@include count
--@include line

local count, line, operations = KEYS[1], KEYS[2], KEYS[4]
local ticket, arrival = ARGV[5], ARGV[6]

local left, foreign = count_of(count)
if foreign then
    return foreign
end
if left == 0 or has_opened_since(operations, arrival) or has_ended(operations, WAITED .. ticket) then
    if ticket ~= '' then
        redis.call('ZREM', line, ticket)
    end
    return '0'
end
if ticket ~= '' then
    arrival = join_line(line, ticket, arrival)
    expire(count, 604800000)
end
return {0, 60000, arrival, ''}
