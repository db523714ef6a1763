-- Ends all readings, whoever reads, tells their processes, and wakes the first in line.
--
-- KEYS  1 writer  2 line  3 guard  4 readers  5 waiting writer  6 ended readings
-- ARGV  1 1 where listeners are not counted
-- Reply 1 somebody read; 0 nobody did

--@include expiry
--@include holders
--@include channel
--@include readwrite

local writer_key, line, readers, waiting = KEYS[1], KEYS[2], KEYS[4], KEYS[5]
local read = count_holders(readers, millis())
local owners = redis.call('ZRANGE', readers, 0, -1)
redis.call('DEL', readers)
local told = {}
for _, owner in ipairs(owners) do
    local process = string.match(owner, '^[^:]+')
    if not told[process] then
        told[process] = true
        tell_forced(owner, 'read ' .. readers)
    end
end
wake_first(line, waiting, {read = 'read ' .. readers, write = 'write ' .. writer_key}, ARGV[1])
return read > 0 and 1 or 0
