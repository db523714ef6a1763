-- The lock itself: a hash, owner -> first token of its run, with a time to live. A fair lock's has a second field, served.
-- Needs expiry.

-- The owner and its token, or nil when the lock is free. A key that is no hash, or a hash that names no owner, is not ours
-- to touch.
local function holder_of(lock)
    local held = redis.pcall('HGETALL', lock)
    local kind = held.err and redis.call('TYPE', lock).ok
    if kind == 'hash' or kind == 'none' then
        -- Not because of what it is: fails as before, in the server's own words.
        redis.call('HGETALL', lock)
    end
    if held[1] == 'served' and held[3] then
        -- A server that does not keep small hashes small names fields in any order.
        held = {held[3], held[4]}
    end
    if not kind and held[1] and not string.find(held[1], '^[^:]+:%d+:%d+$') then
        kind = 'hash'
    end
    if kind then
        return nil, nil, redis.error_reply('WRONGTYPE the key ' .. lock .. ' holds a ' .. kind .. ', not a lock')
    end
    return held[1], held[2]
end

-- Writes the owner and its time to live; never the one without the other.
local function hold(lock, owner, token, time_to_live)
    redis.call('HSET', lock, owner, token)
    expire(lock, time_to_live)
    return token
end
