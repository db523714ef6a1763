-- The line of those who wait for a lock: a sorted set, ticket -> arrival in microseconds. A ticket is
-- process:thread:acquisition; its process listens on the channel <prefix>wake:<process>.
-- Needs expiry.

-- Puts a ticket in line, at its first arrival if it had one. Returns the arrival.
-- The line outlives any waiter's pause between two looks, and goes away by itself when all waiters have.
local function join_line(line, ticket, arrival)
    if arrival == '0' then
        arrival = redis.call('ZSCORE', line, ticket)
        if not arrival then
            local time = redis.call('TIME')
            arrival = time[1] .. string.format('%06d', time[2])
        end
    end
    redis.call('ZADD', line, arrival, ticket)
    expire(line, 15000)
    return arrival
end
