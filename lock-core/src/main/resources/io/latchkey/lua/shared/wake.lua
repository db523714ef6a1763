-- Wakes the first process in a line, and takes it out: if it still wants the lock, it comes back to its place.
-- Nobody listening means that it is dead or not connected, and the next is woken instead; on a cluster the number of
-- listeners is not known, and the first is taken at its word. Returns the ticket of who was woken, nil when nobody was.
-- Needs channel.
local function wake_next(line, message, uncounted)
    while true do
        local first = redis.call('ZPOPMIN', line)
        if not first[1] then
            return nil
        end
        local process = string.match(first[1], '^[^:]+')
        if redis.call('PUBLISH', channel_of(process, message), message) > 0 or uncounted == '1' then
            return first[1]
        end
    end
end
