-- Takes the lock for reading if nobody writes and no writer waits that came earlier; otherwise puts the ticket, if there is
-- one, in line. Who writes may read too.
--
-- KEYS  1 writer  2 line  3 guard  4 readers  5 waiting writer  6 ended readings
-- ARGV  1 owner  2 process  3 acquisition number  4 time to live, ms  5 ticket or ''  6 arrival of the ticket, 0 unknown
--       7 permits, not used  8 the owner that the same thread writes as, or ''
-- Reply the token when held; {0, retry after ms, arrival, holder} busy
--
-- Sent again, it reads once. Arriving after its acquisition was released or abandoned, it takes nothing.

--@include expiry
--@include owner
--@include busy
--@include holders
--@include token
--@include ended
--@include line
--@include readwrite

local writer_key, line, guard, readers, waiting, ended = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6]
local owner, time_to_live, ticket, arrival = ARGV[1], tonumber(ARGV[4]), ARGV[5], ARGV[6]
local writing_as = ARGV[8]

local writer, _, not_ours = holder_of(writer_key)
if not_ours then
    return not_ours
end
if has_ended(ended, owner) then
    return {0, 0, '0', ''}
end

local now = millis()
local may_read = writer == writing_as or (not writer and not writer_precedes(waiting, arrival))
local not_readers
if not may_read then
    may_read, not_readers = ask_readers(is_holder, readers, owner, now)
end
if may_read then
    local _
    _, not_readers = ask_readers(hold_for, readers, owner, now, time_to_live)
end
if not_readers then
    return not_readers
end
if may_read then
    local token = next_token(redis.call('HGET', guard, 'token'), redis.call('TIME'))
    redis.call('HSET', guard, 'token', token)
    expire(guard, GUARD_TIME)
    if ticket ~= '' then
        redis.call('ZREM', line, 'read ' .. ticket)
    end
    return token
end

if ticket ~= '' then
    arrival = join_line(line, 'read ' .. ticket, arrival)
end
if writer then
    return busy(writer_key, writer, arrival, time_to_live)
end
return {0, first_end(readers, now), arrival, ''}
