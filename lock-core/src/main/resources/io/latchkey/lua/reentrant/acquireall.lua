-- Takes all of several locks for one owner if all are free, else none. Nobody joins a line.
--
-- KEYS  the locks, then the guard of each
-- ARGV  1 owner  2 process  3 acquisition number  4 time to live, ms
-- Reply the token when held, the same for all; {0, which one, retry after ms, holder} busy
--
-- Sent again, it answers as before. Arriving after one of the locks was released or abandoned, it takes nothing.

local owner, process, number, time_to_live = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local count = #KEYS / 2
-- The greatest of the tokens that were given out last.
local before = false

-- What most calls do, without functions, as to make one takes as long as a small command.
--@include few
local free = count <= FEW and redis.call('EXISTS', unpack(KEYS, 1, count)) == 0
for i = count + 1, free and #KEYS or 0 do
    local known = redis.call('HMGET', KEYS[i], 'token', process)
    local last, ended = known[1], known[2]
    --@include greatest
    --@include over
    free = free and not over
end
if free then
    local time, token = redis.call('TIME'), nil
    --@include newtoken
    local first = KEYS[1]
    for i = 1, count do
        -- All are alike, and a copy has the time to live too. Where that may not be, each is written by itself.
        if i == 1 or redis.pcall('COPY', first, KEYS[i]) ~= 1 then
            redis.call('HSET', KEYS[i], owner, token)
            if redis.pcall('PEXPIRE', KEYS[i], time_to_live) ~= 1 then
                --@include expiry
                expire(KEYS[i], time_to_live)
            end
        end
    end
    return token
end

--@include expiry
--@include owner
--@include busy
--@include token

local held = 0
for i = 1, count do
    local lock = KEYS[i]
    local holder, token, foreign = holder_of(lock)
    if foreign then
        return foreign
    end
    if holder == owner then
        held = held + 1
        local last = token
        --@include greatest
    else
        local known = redis.call('HMGET', KEYS[count + i], 'token', process)
        local last, ended = known[1], known[2]
        --@include over
        if holder or over then
            local refused = busy(lock, holder or '', '0', time_to_live)
            return {0, i, refused[2], holder or ''}
        end
        --@include greatest
    end
end

if held == count then
    for i = 1, count do
        prolong(KEYS[i], time_to_live)
    end
    return before
end
-- If some of them had been taken by an earlier request, they get a new token, too.
local token = next_token(before, redis.call('TIME'))
for i = 1, count do
    redis.call('HSET', KEYS[i], owner, token)
    prolong(KEYS[i], time_to_live)
end
return token
