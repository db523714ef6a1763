-- The line of a fair lock: a sorted set, ticket -> arrival in microseconds, one ticket for each place, kept until its turn.
-- Beside it the processes that are alive, a sorted set, process -> until when in milliseconds; each that waits says so at
-- every look. Places of a process that does not are dropped when they come up.
-- The field 'served' of the lock, '<number> <arrival>', names the last place that came up with this hold.
-- Needs expiry, and channel where somebody is woken.

-- Well above the second or so after which a process that hears nothing looks by itself.
local GRACE = 2000

local function process_of(id)
    return string.match(id, '^[^:]+')
end

local function number_of(ticket)
    return string.match(ticket, '[^:]+$')
end

-- The time in microseconds, as text, in milliseconds, and as TIME says it.
local function clock()
    local time = redis.call('TIME')
    return time[1] .. string.format('%06d', time[2]), time[1] * 1000 + math.floor(time[2] / 1000), time
end

-- Whether the acquisition was released, passed on or abandoned before; known are the two marks of its process.
local function has_ended(released, abandoned, number)
    return (released and tonumber(released) >= tonumber(number))
        or (abandoned and tonumber(abandoned) >= tonumber(number))
end

local function abandoned_mark(process)
    return process .. '!'
end

-- Says that a process is alive. Returns 1 when it was known to be, else 0.
local function stay_alive(alive, process, now, waiter_timeout)
    redis.call('ZREMRANGEBYSCORE', alive, '-inf', now)
    local added = redis.call('ZADD', alive, now + waiter_timeout, process)
    prolong(alive, waiter_timeout)
    return 1 - added
end

-- The first place of a process that is alive, its process and its arrival; nil when nobody waits.
local function first_place(line, alive, now)
    while true do
        local first = redis.call('ZRANGE', line, 0, 0, 'WITHSCORES')
        if not first[1] then
            return nil
        end
        local process = process_of(first[1])
        local until_when = redis.call('ZSCORE', alive, process)
        if until_when and tonumber(until_when) > now then
            return first[1], process, first[2]
        end
        redis.call('ZREM', line, first[1])
    end
end

-- The time, or if the clock went back, one later than the newest arrival.
local function later_than(newest, micros)
    if newest and tonumber(newest) >= tonumber(micros) then
        return string.format('%.0f', tonumber(newest) + 1)
    end
    return micros
end

-- Puts the tickets in line, each at its first arrival if it had one. Returns the arrival of the last.
-- A ticket that came twice keeps its place; a clock that went back lets nobody overtake.
local function queue_up(line, tickets, micros, keep)
    local last
    for i = 1, #tickets, 2 do
        local ticket, arrival = tickets[i], tickets[i + 1]
        if arrival == '0' then
            arrival = redis.call('ZSCORE', line, ticket)
        end
        if not arrival then
            arrival = later_than(redis.call('ZRANGE', line, -1, -1, 'WITHSCORES')[2], micros)
        end
        redis.call('ZADD', line, arrival, ticket)
        last = arrival
    end
    prolong(line, keep)
    return last
end

-- Nobody has to be alive for a line that is empty.
local function forget_waiters(line, alive)
    if redis.call('EXISTS', line) == 0 then
        redis.call('DEL', alive)
    end
end

-- Takes the places of a process that come first out of the line. Returns the last of them and its arrival, if any.
local function serve(line, alive, process, now)
    local last, arrived
    while true do
        local first, owner, arrival = first_place(line, alive, now)
        if not first and last then
            forget_waiters(line, alive)
        end
        if owner ~= process then
            return last, arrived
        end
        redis.call('ZREM', line, first)
        last, arrived = first, arrival
    end
end

-- The number of the last place that came up with this hold, and its arrival; '0' for none.
local function served_by(lock)
    local served = redis.call('HGET', lock, 'served')
    if not served then
        return '0', '0'
    end
    return string.match(served, '^(%S+) (%S+)$')
end

-- Wakes the process whose place is first; it stays in line until it comes. If it does not listen it may be dead, or about
-- to connect again: it has a moment to show which.
local function wake_first(line, alive, now, message, uncounted)
    local first, process = first_place(line, alive, now)
    if first and redis.call('PUBLISH', channel_of(process, message), message) == 0 and uncounted ~= '1' then
        redis.call('ZADD', alive, 'LT', now + GRACE, process)
    end
end
