-- Ends an acquisition of a re-entrant lock and wakes the first process in line. Needs expiry, token and guard; and where
-- somebody waits, wake.
-- Returns 1 when it was held, or had been released before; -1 when the owner held nothing.
-- Its first write is an HDEL, which a full Redis still takes.
local function release(lock, line, guard, owner, process, number, told, cluster)
    if told == '0' then
        local first = redis.call('HGET', lock, owner)
        told = first and last_token(first)
    end
    if redis.call('HDEL', lock, owner) == 1 then
        remember_end(guard, process, number, told)
        wake_next(line, 'reentrant ' .. lock, cluster)
        return 1
    end
    local ended = redis.call('HGET', guard, process)
    return ended and tonumber(ended) >= tonumber(number) and 1 or -1
end
