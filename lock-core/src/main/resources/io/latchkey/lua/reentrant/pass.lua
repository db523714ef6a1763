-- Ends one acquisition of a process and starts its next, unless somebody waits in line: then the first in line is woken
-- and the process gets a place at the end.
--
-- KEYS  1 lock  2 line  3 guard
-- ARGV  1 owner  2 process  3 acquisition number  4 time to live, ms  5 ticket  6 arrival of the ticket, 0 unknown
--       7 the owner that ends  8 its acquisition number  9 1 where listeners are not counted
-- Reply the token when held; {0, retry after ms, arrival, holder} busy; -1 the owner that was to end held nothing,
--       or the acquisition that was to start has been abandoned
--
-- Sent again, it answers as before.

--@include expiry
--@include owner
--@include token
--@include guard
--@include line
--@include channel
--@include wake

local lock, line, guard = KEYS[1], KEYS[2], KEYS[3]
local owner, process, number, time_to_live = ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4]
local ticket, arrival = ARGV[5], ARGV[6]
local ending, ending_number, uncounted = ARGV[7], ARGV[8], ARGV[9]

local holder, token, foreign = holder_of(lock)
if foreign then
    return foreign
end
if holder == owner then
    return token
end

local ended = tonumber(redis.call('HGET', guard, process) or 0)
if ended >= number then
    -- It comes after its own end: what it was to begin nobody waits for.
    return -1
end
if holder ~= ending then
    if ended == tonumber(ending_number) then
        arrival = join_line(line, ticket, arrival)
        return {0, 0, arrival, holder or ''}
    end
    return -1
end

local last = last_token(token)
redis.call('DEL', lock)
remember_end(guard, process, ending_number, last)
if redis.call('EXISTS', line) == 1 then
    arrival = join_line(line, ticket, arrival)
    wake_next(line, 'reentrant ' .. lock, uncounted)
    return {0, tonumber(time_to_live), arrival, ''}
end
return hold(lock, owner, next_token(last, redis.call('TIME')), time_to_live)
