-- Ends an acquisition of a re-entrant lock, and wakes the first process in line. Needs lock, line, guard, owner, process, number,
-- fenced, whether its holders get tokens, told, the last one it gave out, or false, uncounted, and waiting, 0 where it is known that nobody does.
-- Sets released to 1 when it was held, or had been released before; to -1 when the owner held nothing.
-- What most calls do goes without functions, as to make one takes as long as a small command.
-- Its first write is an HDEL, which a full Redis still takes.
--@include times
local released = 1
if fenced and not told then
    --@include token
    local first = redis.call('HGET', lock, owner)
    told = first and last_token(first)
end
if redis.call('HDEL', lock, owner) == 1 then
    -- A later acquisition that has ended stays remembered.
    local ended = redis.call('HGET', guard, process)
    --@include over
    local last = over and ended or number
    local added
    if fenced then
        added = redis.call('HSET', guard, 'token', told, process, last)
    else
        added = redis.call('HSET', guard, process, last)
    end
    if added > 0 or (tonumber(redis.pcall('PTTL', guard)) or 0) < GUARD_TIME then
        --@include expiry
        --@include guard
        keep_guard(guard, process, last, added)
    end
    if waiting ~= 0 and redis.call('EXISTS', line) == 1 then
        --@include channel
        --@include wake
        wake_next(line, 'reentrant ' .. lock, uncounted)
    end
else
    local ended = redis.call('HGET', guard, process)
    --@include over
    released = over and 1 or -1
end
