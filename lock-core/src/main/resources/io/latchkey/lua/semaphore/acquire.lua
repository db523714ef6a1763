-- Takes a permit if one is left; otherwise puts the ticket, if there is one, in line.
--
-- KEYS  1 holders  2 line  3 guard  4 limit
-- ARGV  1 owner  2 process  3 acquisition number  4 time to live, ms  5 ticket or ''  6 arrival of the ticket, 0 unknown
--       7 permits, where the limit was never changed  8 time to live of the guard, ms
-- Reply {1, token} held; {0, retry after ms, arrival, ''} busy
--
-- Sent again, it takes no second permit. Arriving after its acquisition was released or abandoned, it takes none.

--@include expiry
--@include holders
--@include token
--@include line

local holders, line, guard, limit_key = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local owner, number, time_to_live = ARGV[1], ARGV[3], tonumber(ARGV[4])
local ticket, arrival, permits, guard_time = ARGV[5], ARGV[6], ARGV[7], ARGV[8]

local now = millis()
local known = redis.call('HMGET', guard, 'token', owner)
if known[2] then
    return {0, 0, '0', ''}
end

local limit = redis.call('GET', limit_key)
if is_holder(holders, owner, now) or count_holders(holders, now) < tonumber(limit or permits) then
    hold_for(holders, owner, now, time_to_live)
    local token = next_token(known[1])
    redis.call('HSET', guard, 'token', last_token(token))
    expire(guard, guard_time)
    if ticket ~= '' then
        redis.call('ZREM', line, ticket)
    end
    if limit then
        expire(limit_key, 86400000)
    end
    return {1, token}
end

if ticket ~= '' then
    arrival = join_line(line, ticket, arrival)
end
return {0, first_end(holders, now), arrival, ''}
