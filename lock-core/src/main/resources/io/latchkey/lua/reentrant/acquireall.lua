-- Takes all of several locks if all are free, else none. Nobody joins a line.
--
-- KEYS  1 lock  2 line  3 guard, and so on for each
-- ARGV  1 process  2 time to live, ms  3 owner  4 acquisition number, and so on for each
-- Reply {1, token, ...} held, with a token for each; {0, which one, retry after ms, holder} busy
--
-- Sent again, it answers as before. Arriving after one of its acquisitions was released or abandoned, it takes nothing.

--@include expiry
--@include owner
--@include busy
--@include token

local process, time_to_live = ARGV[1], ARGV[2]
local reply = {1}
local last = {}

for i = 1, #KEYS / 3 do
    local lock, guard, owner, number = KEYS[3 * i - 2], KEYS[3 * i], ARGV[2 * i + 1], ARGV[2 * i + 2]
    local holder, token, foreign = holder_of(lock)
    if foreign then
        return foreign
    end
    if holder == owner then
        reply[i + 1] = token
    else
        local known = redis.call('HMGET', guard, 'token', process)
        local ended = known[2] and tonumber(known[2]) >= tonumber(number)
        if holder or ended then
            local refused = busy(lock, holder or '', '0', time_to_live)
            return {0, i, refused[2], holder or ''}
        end
        last[i] = known[1] or '0'
    end
end

local time = redis.call('TIME')
for i = 1, #KEYS / 3 do
    local lock, owner = KEYS[3 * i - 2], ARGV[2 * i + 1]
    if last[i] then
        reply[i + 1] = hold(lock, owner, next_token(last[i], time), time_to_live)
    else
        redis.call('PEXPIRE', lock, time_to_live)
    end
end
return reply
