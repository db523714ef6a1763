-- The count of a latch: a number under a key that is gone at zero.
-- When it was last at zero is kept beside its operations, which outlive it, under a name that none of them has. In
-- microseconds that is greater than any time of theirs, so it is not forgotten before them.
-- So are, for a minute, the tickets that were in line then, each behind a word that no operation begins with.

local OPENED, WAITED = 'opened', 'waited '

-- What is left to count down, or an error when the key is no count, and so not ours to touch.
local function count_of(key)
    local count = redis.pcall('GET', key)
    if type(count) == 'table' or (count and not tonumber(count)) then
        local kind = redis.call('TYPE', key).ok
        return nil, redis.error_reply('WRONGTYPE the key ' .. key .. ' holds a ' .. kind .. ', not the count of a latch')
    end
    return tonumber(count or 0)
end

local function remember_opening(operations)
    local time = redis.call('TIME')
    redis.call('ZADD', operations, time[1] .. string.format('%06d', time[2]), OPENED)
end

-- Whether the latch has opened since the given arrival; '0' is not known to have come.
local function has_opened_since(operations, arrival)
    local opened = arrival ~= '0' and redis.call('ZSCORE', operations, OPENED)
    return opened and tonumber(arrival) <= tonumber(opened)
end
