-- Takes the lock if it is free and nobody of another process is before; otherwise puts the tickets in line. Places of this
-- process that are first in line come up if the lock is taken, or is held by this process.
--
-- KEYS  1 lock  2 line  3 guard  4 alive
-- ARGV  1 owner  2 process  3 acquisition number  4 time to live, ms  5 ticket or ''  6 arrival of the ticket, 0 unknown
--       7 waiter time-out, ms  8.. more tickets that come before, each with its arrival
-- Reply {1, token, arrival, served up to} held; {0, retry after ms, arrival, holder, served up to, remembered} busy
--
-- Sent again, it answers as before. Arriving after its acquisition was released or abandoned, it takes nothing.

--@include expiry
--@include owner
--@include token
--@include queue
--@include turn

local lock, line, guard, alive = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local owner, process, number, time_to_live = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local ticket, arrival, waiter_timeout = ARGV[5], ARGV[6], tonumber(ARGV[7])

local holder, token, foreign = holder_of(lock)
if foreign then
    return foreign
end
if holder == owner then
    prolong(lock, time_to_live)
    return {1, token, standing(lock, line, ticket)}
end
local known = redis.call('HMGET', guard, 'token', process, abandoned_mark(process))
if has_ended(known[2], known[3], number) then
    return {0, 0, '0', holder or '', '0', 1}
end

local micros, now, time = clock()
local ours = holder and process_of(holder) == process
local first = first_place(line, alive, now)
if not holder and not first then
    if arrival == '0' then
        arrival = micros
    end
    local served = ticket == '' and '0' or number_of(ticket)
    return hold_in_turn(lock, owner, next_token(known[1], time), time_to_live, served, arrival, arrival)
end
if ticket == '' then
    return wait_in_turn(redis.call('PTTL', lock), waiter_timeout, '0', holder or '', '0', 1)
end
local served_number, served_up_to = '0', '0'
if ours then
    served_number, served_up_to = served_by(lock)
    if number_of(ticket) ~= served_number and not first then
        -- Nobody is before: it comes up at once.
        served_up_to = arrival ~= '0' and arrival or later_than(served_up_to, micros)
        redis.call('HSET', lock, 'served', number_of(ticket) .. ' ' .. served_up_to)
        served_number = number_of(ticket)
    end
    if number_of(ticket) == served_number then
        return wait_in_turn(redis.call('PTTL', lock), waiter_timeout, served_up_to, holder, served_up_to, 1)
    end
end

local remembered = stay_alive(alive, process, now, waiter_timeout)
arrival = queue_up(line, tickets_of(ticket, arrival, 8), micros, 3 * waiter_timeout)
if not holder or ours then
    local last, last_arrival = serve(line, alive, process, now)
    if last and not holder then
        return hold_in_turn(
            lock, owner, next_token(known[1], time), time_to_live, number_of(last), last_arrival, arrival)
    end
    if last then
        served_up_to = last_arrival
        redis.call('HSET', lock, 'served', number_of(last) .. ' ' .. last_arrival)
    end
end
local remaining = holder and redis.call('PTTL', lock) or waiter_timeout
if remaining == -1 then
    redis.call('PEXPIRE', lock, time_to_live)
end
return wait_in_turn(remaining, waiter_timeout, arrival, holder or '', served_up_to, remembered)
