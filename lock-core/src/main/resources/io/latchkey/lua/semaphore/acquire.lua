-- Takes as many permits as the owner wants if they are left; otherwise puts the ticket, if there is one, in line.
--
-- KEYS  1 holders  2 line  3 guard  4 limit
-- ARGV  1 owner  2 process  3 acquisition number  4 time to live, ms  5 ticket or ''  6 arrival of the ticket, 0 unknown
--       7 permits, where the limit was never changed
-- Reply the token when held; {0, retry after ms, arrival, ''} busy
--
-- Sent again, it takes no permit twice. Arriving after its acquisition was released or abandoned, it takes none.
-- The guard holds the acquisitions that ended, and, under the name token, the highest token given out, which is greater
-- than any time in milliseconds and so outlives them.

--@include expiry
--@include holders
--@include taken
--@include token
--@include ended
--@include line

local holders, line, guard, limit_key = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local owner, time_to_live = ARGV[1], tonumber(ARGV[4])
local ticket, arrival, permits = ARGV[5], ARGV[6], ARGV[7]

local not_ours = foreign(holders)
if not_ours then
    return not_ours
end
if has_ended(guard, owner) then
    return {0, 0, '0', ''}
end

local now = millis()
local limit = redis.call('GET', limit_key)

local function keep_limit()
    if limit then
        expire(limit_key, 86400000)
    end
end

local held = is_holder(holders, owner, now)
if held then
    -- First, so that a full Redis does not refuse what it has granted before.
    age_out(holders, now)
end
if held or taken(holders, now) + permits_of(owner) <= tonumber(limit or permits) then
    hold_for(holders, owner, now, time_to_live)
    local token = next_token(redis.call('ZSCORE', guard, 'token'), redis.call('TIME'))
    redis.call('ZADD', guard, last_token(token), 'token')
    expire(guard, GUARD_TIME)
    if ticket ~= '' then
        redis.call('ZREM', line, ticket)
    end
    keep_limit()
    return token
end

if ticket ~= '' then
    arrival = join_line(line, ticket, arrival)
end
keep_limit()
return {0, first_end(holders, now), arrival, ''}
