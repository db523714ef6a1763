-- Ends one acquisition of a process and starts its next, if its next place is first or nobody waits: otherwise the first in
-- line is woken and the tickets are put in line.
--
-- KEYS  1 lock  2 line  3 guard  4 alive
-- ARGV  1 owner  2 process  3 acquisition number  4 time to live, ms  5 ticket or ''  6 arrival of the ticket, 0 unknown
--       7 the owner that ends  8 its acquisition number  9 1 where listeners are not counted
--       10 1 when a place that came up with the hold that ends is not served yet  11 waiter time-out, ms
--       12.. more tickets that come before, each with its arrival
-- Reply {1, token, arrival, served up to} held; {0, retry after ms, arrival, holder, served up to, remembered} busy;
--       -1 the owner that was to end held nothing
--
-- Sent again, it answers as before.

--@include expiry
--@include owner
--@include token
--@include guard
--@include channel
--@include queue
--@include turn

local lock, line, guard, alive = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local owner, process, number, time_to_live, ticket, arrival = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5], ARGV[6]
local ending, ending_number, uncounted = ARGV[7], ARGV[8], ARGV[9]
local entitled, waiter_timeout = ARGV[10] == '1', tonumber(ARGV[11])

local holder, token, foreign = holder_of(lock)
if foreign then
    return foreign
end
if holder == owner then
    return {1, token, standing(lock, line, ticket)}
end
local micros, now, time = clock()
local tickets = tickets_of(ticket, arrival, 12)
if holder ~= ending then
    local known = redis.call('HMGET', guard, process, abandoned_mark(process))
    if not known[1] or tonumber(known[1]) ~= tonumber(ending_number) or has_ended(nil, known[2], number) then
        return -1
    end
    local remembered = stay_alive(alive, process, now, waiter_timeout)
    arrival = queue_up(line, tickets, micros, 3 * waiter_timeout) or '0'
    return {0, 0, arrival, holder or '', '0', remembered}
end

local served_number, served_up_to = served_by(lock)
local last_given = last_token(token)
redis.call('DEL', lock)
remember_end(guard, process, ending_number, last_given)
local new_token = next_token(last_given, time)
if not first_place(line, alive, now) then
    if ticket ~= '' then
        arrival = arrival == '0' and micros or arrival
        served_number, served_up_to = number_of(ticket), arrival
    end
    return hold_in_turn(lock, owner, new_token, time_to_live, served_number, served_up_to, arrival)
end

local remembered = 1
if ticket ~= '' then
    remembered = stay_alive(alive, process, now, waiter_timeout)
    arrival = queue_up(line, tickets, micros, 3 * waiter_timeout)
end
local last, last_arrival = serve(line, alive, process, now)
if last then
    served_number, served_up_to = number_of(last), last_arrival
end
if last or entitled then
    return hold_in_turn(lock, owner, new_token, time_to_live, served_number, served_up_to, arrival)
end
wake_first(line, alive, now, 'fair ' .. lock, uncounted)
return wait_in_turn(waiter_timeout, waiter_timeout, arrival, '', '0', remembered)
