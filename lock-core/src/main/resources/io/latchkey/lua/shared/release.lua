-- Ends an acquisition of an exclusive lock and wakes the first process in line. Needs expiry, guard and wake.
-- Returns 1 when it was held, or had been released before; -1 when the owner held nothing.
-- Its first write is a DEL, which a full Redis still takes.
local function release(lock, line, guard, owner, process, number, guard_time, channel_prefix, cluster)
    local token = redis.call('HGET', lock, owner)
    if token then
        redis.call('DEL', lock)
        remember_end(guard, process, number, token, guard_time)
        wake_next(line, 'reentrant ' .. lock, channel_prefix, cluster)
        return 1
    end
    local ended = redis.call('HGET', guard, process)
    return ended and tonumber(ended) >= tonumber(number) and 1 or -1
end
