-- Readers and writers in one line: a sorted set, '<kind> <ticket>' -> arrival in microseconds.
-- While a writer waits, readers that came later do not overtake it: the first waiting writer is named, with its arrival, in a
-- key of its own that the writer renews at each look, so that a dead one holds nobody up for long. Whoever lets others in
-- names the next.

local WRITER_LOOKS_WITHIN = 3000

-- The last token that was given out: the writer's, or that of a reader which came while it wrote.
local function latest_token(guard, token)
    local known = redis.call('HGET', guard, 'token')
    return known and tonumber(known) > tonumber(token) and known or token
end

-- What a question about the readers brings, or nil and an error when their key is no set of readers, and so not ours to
-- touch. The kind of the key is asked only where the question fails.
local function ask_readers(question, readers, ...)
    local answered, answer = pcall(question, readers, ...)
    if answered then
        return answer
    end
    local kind = redis.call('TYPE', readers).ok
    if kind ~= 'zset' and kind ~= 'none' then
        return nil, redis.error_reply('WRONGTYPE the key ' .. readers .. ' holds a ' .. kind .. ', not readers')
    end
    -- Not because of what it is: fails as before, in the server's own words.
    return question(readers, ...)
end

-- Names this writer as the first that waits, unless one that came earlier is named.
local function announce_writer(waiting, arrival, ticket)
    local named = redis.call('GET', waiting)
    if not named or tonumber(string.match(named, '^%d+')) >= tonumber(arrival) then
        redis.call('SET', waiting, arrival .. ' ' .. ticket, 'PX', WRITER_LOOKS_WITHIN)
    end
end

-- Wakes the writer at the head of the line, or all readers up to the first writer; either way that writer is named, so that no
-- reader overtakes it before it has come, or has looked. Needs channel.
local function wake_first(line, waiting, messages, uncounted)
    local readers_woken = false
    while true do
        local first = redis.call('ZRANGE', line, 0, 0, 'WITHSCORES')
        if not first[1] then
            return
        end
        local kind, ticket, process = string.match(first[1], '^(%a+) (([^:]+).*)')
        local writes = kind == 'write'
        if writes and readers_woken then
            announce_writer(waiting, first[2], ticket)
            return
        end
        redis.call('ZREM', line, first[1])
        if redis.call('PUBLISH', channel_of(process, messages[kind]), messages[kind]) > 0 or uncounted == '1' then
            if writes then
                announce_writer(waiting, first[2], ticket)
                return
            end
            readers_woken = true
        end
    end
end

-- Takes back what this writer had announced.
local function withdraw_writer(waiting, ticket)
    local named = redis.call('GET', waiting)
    if named and string.match(named, ' (.*)$') == ticket then
        redis.call('DEL', waiting)
    end
end

-- Whether a writer waits that came before the given arrival; '0' has not come yet.
local function writer_precedes(waiting, arrival)
    local named = redis.call('GET', waiting)
    return named and (arrival == '0' or tonumber(string.match(named, '^%d+')) < tonumber(arrival))
end
