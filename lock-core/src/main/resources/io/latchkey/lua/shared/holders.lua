-- Holders side by side: a sorted set, owner -> the end of its hold in milliseconds of the server's clock. One that dies
-- ages out alone. The key outlives its longest hold. Needs expiry.
-- An owner of several permits, 'x*3', is there once. How many more permits than owners there are is the score of a member of
-- its own, below zero, so that it is not taken for a holder and does not age out.

local MORE = '#more'

-- An error when the key is no set of holders, and so not ours to touch.
local function foreign(holders)
    local kind = redis.call('TYPE', holders).ok
    if kind ~= 'zset' and kind ~= 'none' then
        return redis.error_reply('WRONGTYPE the key ' .. holders .. ' holds a ' .. kind .. ', not permits')
    end
end

local function permits_of(owner)
    return tonumber(string.match(owner, '%*(%d+)$') or 1)
end

-- How many more permits are held than there are holders, those included whose time is over.
local function more_permits(holders)
    return -(redis.call('ZSCORE', holders, MORE) or 0)
end

local function set_more(holders, more)
    if more > 0 then
        redis.call('ZADD', holders, -more, MORE)
    else
        redis.call('ZREM', holders, MORE)
    end
end

local function millis()
    local time = redis.call('TIME')
    return time[1] * 1000 + math.floor(time[2] / 1000)
end

local function is_holder(holders, owner, now)
    local ends = redis.call('ZSCORE', holders, owner)
    return ends and tonumber(ends) > now
end

local function count_holders(holders, now)
    return redis.call('ZCOUNT', holders, '(' .. now, '+inf')
end

-- Takes those out whose time is over. A full Redis takes this write, and what follows it in the same script.
local function age_out(holders, now)
    if redis.call('ZREMRANGEBYSCORE', holders, 0, now) == 0 or more_permits(holders) == 0 then
        return
    end
    local more = 0
    for _, owner in ipairs(redis.call('ZRANGEBYSCORE', holders, '(' .. now, '+inf')) do
        more = more + permits_of(owner) - 1
    end
    set_more(holders, more)
end

-- Ends a hold, and takes those out whose time is over: the last to leave leaves nothing.
local function end_hold(holders, owner, now)
    local permits = permits_of(owner)
    if redis.call('ZREM', holders, owner) == 1 and permits > 1 then
        set_more(holders, more_permits(holders) - permits + 1)
    end
    age_out(holders, now)
end

-- Holds until the given time from now; never shortens a hold. Its first write is one that a full Redis refuses.
local function hold_for(holders, owner, now, time_to_live)
    local ends = redis.call('ZSCORE', holders, owner)
    if not ends or tonumber(ends) < now + time_to_live then
        local permits = permits_of(owner)
        if redis.call('ZADD', holders, now + time_to_live, owner) == 1 and permits > 1 then
            set_more(holders, more_permits(holders) + permits - 1)
        end
    end
    if redis.call('PTTL', holders) < time_to_live then
        expire(holders, time_to_live)
    end
    age_out(holders, now)
end

-- How long until the first of the holds ends, in milliseconds.
local function first_end(holders, now)
    local first = redis.call('ZRANGEBYSCORE', holders, '(' .. now, '+inf', 'WITHSCORES', 'LIMIT', 0, 1)
    return first[2] and tonumber(first[2]) - now or 0
end
