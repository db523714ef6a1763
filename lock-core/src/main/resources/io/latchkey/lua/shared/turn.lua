-- What acquire and pass of a fair lock have in common. Needs expiry and queue.

-- The tickets of a request, and for each its arrival: those that come after the given argument, and the one before it all.
local function tickets_of(ticket, arrival, from)
    local tickets = {}
    for i = from, #ARGV do
        tickets[#tickets + 1] = ARGV[i]
    end
    if ticket ~= '' then
        tickets[#tickets + 1] = ticket
        tickets[#tickets + 1] = arrival
    end
    return tickets
end

-- The answer to a request that was carried out before: when its ticket arrived, and how far places have come up.
local function standing(lock, line, ticket)
    local number, served_up_to = served_by(lock)
    if ticket ~= '' and number_of(ticket) == number then
        return served_up_to, served_up_to
    end
    return redis.call('ZSCORE', line, ticket) or '0', served_up_to
end

-- Holds the lock, with the last place that came up.
local function hold_in_turn(lock, owner, token, time_to_live, number, served_up_to, arrival)
    redis.call('HSET', lock, owner, token, 'served', number .. ' ' .. served_up_to)
    expire(lock, time_to_live)
    return {1, token, arrival, served_up_to}
end

-- The answer to those who have to wait, with when they should show that they are alive.
local function wait_in_turn(remaining, waiter_timeout, arrival, holder, served_up_to, remembered)
    local look_within = math.floor(waiter_timeout / 3)
    if remaining < 0 or remaining > look_within then
        remaining = look_within
    end
    return {0, remaining, arrival, holder, served_up_to, remembered}
end
