-- What is remembered of ended acquisitions: the guard, a hash that outlives the lock by seconds. Needs expiry.
--   token     -> the last token that was given out
--   <process> -> the number of the last acquisition of that process that was released, passed on or abandoned

local MOST_PROCESSES = 100

-- Gives the guard its time to live, after the given number of fields were added, and keeps it small.
local function keep_guard(guard, process, number, added)
    if added > 0 and redis.call('HLEN', guard) > MOST_PROCESSES then
        local last = redis.call('HGET', guard, 'token')
        redis.call('DEL', guard)
        redis.call('HSET', guard, 'token', last or '0', process, number)
    end
    -- Whoever may not ask must not leave it without an end.
    if (tonumber(redis.pcall('PTTL', guard)) or 0) < GUARD_TIME then
        expire(guard, 2 * GUARD_TIME)
    end
end

-- Remembers that an acquisition has ended: it is not granted any more, and a repeated release of it is no surprise.
-- Nor are those before it: a later one that has ended stays remembered.
local function remember_end(guard, process, number, token)
    local added
    number = math.max(number, redis.call('HGET', guard, process) or 0)
    if token then
        added = redis.call('HSET', guard, 'token', token, process, number)
    else
        added = redis.call('HSET', guard, process, number)
    end
    keep_guard(guard, process, number, added)
end
