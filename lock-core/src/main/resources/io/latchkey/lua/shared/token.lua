-- Fencing tokens and what is remembered of ended acquisitions: the guard, a hash that outlives the lock by seconds.
-- Needs expiry.
--   token     -> the first token of the last run that was released
--   <process> -> the number of the last acquisition of that process that was released, passed on or abandoned
--
-- Tokens follow the clock, so they also grow when all data is lost. The guard is for a clock that went back: its time to
-- live follows the same clock, so it is there for as long as the clock is behind the tokens given out. A lock that ends
-- by its time to live needs no guard, the clock is then past its token.

local TOKENS_PER_RUN = 128
local MOST_PROCESSES = 100

-- The first token of a new run, greater than any that the run before it may have given out; before is the first token of
-- that, or false.
local function next_token(before)
    local time = redis.call('TIME')
    local least = before and tonumber(before) + TOKENS_PER_RUN
    if least and least > time[1] * 1000000 + time[2] then
        return string.format('%.0f', least)
    end
    return time[1] .. string.sub('00000' .. time[2], -6)
end

-- Remembers that an acquisition has ended: it is not granted any more, and a repeated release of it is no surprise.
local function remember_end(guard, process, number, token, time_to_live)
    local added
    if token then
        added = redis.call('HSET', guard, 'token', token, process, number)
    else
        added = redis.call('HSET', guard, process, number)
    end
    if added > 0 and redis.call('HLEN', guard) > MOST_PROCESSES then
        local last = redis.call('HGET', guard, 'token')
        redis.call('DEL', guard)
        redis.call('HSET', guard, 'token', last or '0', process, number)
    end
    expire(guard, time_to_live)
end
