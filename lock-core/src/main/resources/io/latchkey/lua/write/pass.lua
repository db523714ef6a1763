-- Ends one writing of a process and starts its next, unless somebody reads or waits: then the first in line is woken and
-- the process gets a place at the end.
--
-- KEYS  1 writer  2 line  3 guard  4 readers  5 waiting writer  6 ended readings
-- ARGV  1 owner  2 process  3 acquisition number  4 time to live, ms  5 ticket  6 arrival of the ticket, 0 unknown
--       7 the owner that ends  8 its acquisition number  9 1 where listeners are not counted
-- Reply the token when held; {0, retry after ms, arrival, ''} busy; -1 the owner that was to end held nothing,
--       or the acquisition that was to start has been abandoned
--
-- Sent again, it answers as before.

--@include expiry
--@include owner
--@include holders
--@include token
--@include guard
--@include line
--@include channel
--@include readwrite

local writer_key, line, guard, readers, waiting = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local owner, process, number, time_to_live = ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4]
local ticket, arrival = ARGV[5], ARGV[6]
local ending, ending_number, uncounted = ARGV[7], ARGV[8], ARGV[9]

local writer, token, not_ours = holder_of(writer_key)
if not_ours then
    return not_ours
end
if writer == owner then
    return token
end

local ended = tonumber(redis.call('HGET', guard, process) or 0)
if ended >= number or (writer ~= ending and ended ~= tonumber(ending_number)) then
    return -1
end
if writer == ending then
    local last = latest_token(guard, last_token(token))
    redis.call('DEL', writer_key)
    remember_end(guard, process, ending_number, last)
    if redis.call('EXISTS', line) == 0 and count_holders(readers, millis()) == 0 then
        return hold(writer_key, owner, next_token(last, redis.call('TIME')), time_to_live)
    end
end

arrival = join_line(line, 'write ' .. ticket, arrival)
announce_writer(waiting, arrival, ticket)
if writer == ending then
    wake_first(line, waiting, {read = 'read ' .. readers, write = 'write ' .. writer_key}, uncounted)
end
return {0, tonumber(time_to_live), arrival, ''}
