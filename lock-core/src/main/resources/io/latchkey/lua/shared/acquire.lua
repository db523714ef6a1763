-- Takes a re-entrant lock if it is free; otherwise puts the ticket, if there is one, in line. Needs fenced, whether its holders get
-- tokens; all else it reads itself.
local lock, line, guard = KEYS[1], KEYS[2], KEYS[3]
local owner, process, number, time_to_live = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local ticket, arrival = ARGV[5] or '', ARGV[6] or '0'

local before, ended
if fenced then
    local known = redis.call('HMGET', guard, 'token', process)
    before, ended = known[1], known[2]
else
    ended = redis.call('HGET', guard, process)
end
--@include over

-- What most calls do, without functions, as to make one takes as long as a small command.
if not over and redis.call('EXISTS', lock) == 0 then
    local token = '1'
    if fenced then
        local time = redis.call('TIME')
        --@include newtoken
    end
    redis.call('HSET', lock, owner, token)
    if redis.pcall('PEXPIRE', lock, time_to_live) ~= 1 then
        --@include expiry
        expire(lock, time_to_live)
    end
    if arrival ~= '0' then
        -- It was in line. If it was without knowing, because an answer was lost, a wake-up in vain takes it out.
        -- Not before the hold: a full Redis refuses a script's first write, and takes what follows an allowed one.
        redis.pcall('ZREM', line, ticket)
    end
    return token
end

--@include expiry
--@include owner
--@include line
--@include busy

local holder, token, foreign = holder_of(lock)
if foreign then
    return foreign
end
if holder == owner then
    prolong(lock, time_to_live)
    return token
end
if over then
    return {0, 0, '0', holder or ''}
end
if ticket ~= '' then
    arrival = join_line(line, ticket, arrival)
end
return busy(lock, holder, arrival, time_to_live)
