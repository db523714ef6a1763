--@include times

-- Gives a key its time to live. A key that has none and may not be given one is deleted: it would stay for ever.
local function expire(key, time_to_live)
    local answer = redis.pcall('PEXPIRE', key, time_to_live)
    if type(answer) == 'table' and answer.err then
        if redis.call('PTTL', key) == -1 then
            redis.call('DEL', key)
        end
        -- Fails as before, in the server's own words.
        redis.call('PEXPIRE', key, time_to_live)
    end
end

-- Gives a key at least that time to live. One that lasts longer keeps its end.
local function prolong(key, time_to_live)
    if redis.call('PTTL', key) < tonumber(time_to_live) then
        expire(key, time_to_live)
    end
end
