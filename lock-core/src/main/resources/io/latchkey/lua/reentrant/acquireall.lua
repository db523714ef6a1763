-- Takes all of several locks if all are free, else none. Nobody joins a line.
--
-- KEYS  the locks, then the guard of each
-- ARGV  1 process  2 time to live, ms  3 owner  4 acquisition number, and so on for each
-- Reply {1, token, ...} held, with a token for each; {0, which one, retry after ms, holder} busy
--
-- Sent again, it answers as before. Arriving after one of its acquisitions was released or abandoned, it takes nothing.

local process, time_to_live = ARGV[1], ARGV[2]
local count = #KEYS / 2
local reply = {1}

-- What most calls do, without functions, as to make one takes as long as a small command.
--@include few
local known = count <= FEW and redis.call('EXISTS', unpack(KEYS, 1, count)) == 0 and {}
for i = 1, known and count or 0 do
    local before = redis.call('HMGET', KEYS[count + i], 'token', process)
    if before[2] and tonumber(before[2]) >= tonumber(ARGV[2 * i + 2]) then
        known = false
        break
    end
    known[i] = before[1]
end
if known then
    local time = redis.call('TIME')
    for i = 1, count do
        local lock, before, token = KEYS[i], known[i], nil
        --@include newtoken
        redis.call('HSET', lock, ARGV[2 * i + 1], token)
        if redis.pcall('PEXPIRE', lock, time_to_live) ~= 1 then
            --@include expiry
            expire(lock, time_to_live)
        end
        reply[i + 1] = token
    end
    return reply
end

--@include expiry
--@include owner
--@include busy
--@include token

local last = {}
for i = 1, count do
    local lock, guard, owner, number = KEYS[i], KEYS[count + i], ARGV[2 * i + 1], ARGV[2 * i + 2]
    local holder, token, foreign = holder_of(lock)
    if foreign then
        return foreign
    end
    if holder == owner then
        reply[i + 1] = token
    else
        local before = redis.call('HMGET', guard, 'token', process)
        local ended = before[2] and tonumber(before[2]) >= tonumber(number)
        if holder or ended then
            local refused = busy(lock, holder or '', '0', time_to_live)
            return {0, i, refused[2], holder or ''}
        end
        last[i] = before[1] or '0'
    end
end

local time = redis.call('TIME')
for i = 1, count do
    local lock, owner = KEYS[i], ARGV[2 * i + 1]
    if last[i] then
        reply[i + 1] = hold(lock, owner, next_token(last[i], time), time_to_live)
    else
        redis.call('PEXPIRE', lock, time_to_live)
    end
end
return reply
