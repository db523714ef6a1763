-- The answer to those who come while somebody else holds the lock. A lock without a time to live is given one: without,
-- it would stay for ever if its holder is gone, and its holder, if alive, renews it.
local function busy(lock, owner, arrival, time_to_live)
    local remaining = redis.call('PTTL', lock)
    if remaining == -1 then
        redis.call('PEXPIRE', lock, time_to_live)
        remaining = tonumber(time_to_live)
    end
    return {0, remaining, arrival, owner}
end
