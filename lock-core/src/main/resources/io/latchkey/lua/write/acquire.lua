-- Takes the lock for writing if nobody reads or writes; otherwise puts the ticket, if there is one, in line, and keeps
-- readers that come later from overtaking it.
--
-- KEYS  1 writer  2 line  3 guard  4 readers  5 waiting writer  6 ended readings
-- ARGV  1 owner  2 process  3 acquisition number  4 time to live, ms  5 ticket, if it has one  6 its arrival, if known
-- Reply the token when held; {0, retry after ms, arrival, holder} busy
--
-- Sent again, it answers as before. Arriving after its acquisition was released or abandoned, it takes nothing.

--@include expiry
--@include owner
--@include busy
--@include holders
--@include token
--@include line
--@include readwrite

local writer_key, line, guard, readers, waiting = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local owner, process, number, time_to_live = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local ticket, arrival = ARGV[5] or '', ARGV[6] or '0'

local writer, token, not_ours = holder_of(writer_key)
if not_ours then
    return not_ours
end
if writer == owner then
    prolong(writer_key, time_to_live)
    return token
end
local known = redis.call('HMGET', guard, 'token', process)
if known[2] and tonumber(known[2]) >= tonumber(number) then
    return {0, 0, '0', writer or ''}
end

local now = millis()
local reading, not_readers
if not writer then
    reading, not_readers = ask_readers(count_holders, readers, now)
end
if not_readers then
    return not_readers
end
if reading == 0 then
    local answer = hold(writer_key, owner, next_token(known[1], redis.call('TIME')), time_to_live)
    if ticket ~= '' then
        redis.call('ZREM', line, 'write ' .. ticket)
        withdraw_writer(waiting, ticket)
    end
    return answer
end

if ticket ~= '' then
    arrival = join_line(line, 'write ' .. ticket, arrival)
    announce_writer(waiting, arrival, ticket)
end
if writer then
    return busy(writer_key, writer, arrival, time_to_live)
end
return {0, first_end(readers, now), arrival, ''}
