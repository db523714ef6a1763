-- Gives permits back and wakes those in line who may have them.
--
-- KEYS  1 holders  2 line  3 guard  4 limit
-- ARGV  1 owner  2 process  3 acquisition number  4 time to live of the guard, ms  5 channel prefix  6 1 on a cluster
-- Reply 1 released; -1 the owner held nothing
--
-- Sent again, it answers as before. Its first write is a ZREM, which a full Redis still takes.

--@include expiry
--@include holders
--@include ended
--@include wake
--@include permits

local holders, line, guard = KEYS[1], KEYS[2], KEYS[3]
local owner, guard_time, channel_prefix, cluster = ARGV[1], ARGV[4], ARGV[5], ARGV[6]

local now = millis()
if is_holder(holders, owner, now) then
    end_hold(holders, owner, now)
    remember(guard, owner, guard_time)
    wake_for(permits_of(owner), line, 'semaphore ' .. holders, channel_prefix, cluster)
    return 1
end
if has_ended(guard, owner) then
    return 1
end
return -1
