-- Ends one reading; the last reader wakes the first in line.
--
-- KEYS  1 writer  2 line  3 guard  4 readers  5 waiting writer  6 ended readings
-- ARGV  1 owner  2 process  3 acquisition number  4 token, not used  5 1 where listeners are not counted
-- Reply 1 released; -1 the owner held nothing
--
-- Sent again, it answers as before. Its first write is a ZREM, which a full Redis still takes.

--@include expiry
--@include holders
--@include ended
--@include channel
--@include readwrite

local writer_key, line, readers, waiting, ended = KEYS[1], KEYS[2], KEYS[4], KEYS[5], KEYS[6]
local owner, uncounted = ARGV[1], ARGV[5]

local now = millis()
if is_holder(readers, owner, now) then
    end_hold(readers, owner, now)
    remember(ended, owner, GUARD_TIME)
    if count_holders(readers, now) == 0 then
        local messages = {read = 'read ' .. readers, write = 'write ' .. writer_key}
        wake_first(line, waiting, messages, uncounted)
    end
    return 1
end
if has_ended(ended, owner) then
    return 1
end
return -1
