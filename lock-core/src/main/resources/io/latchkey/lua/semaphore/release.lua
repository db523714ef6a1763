-- Gives permits back and wakes those in line who may have them.
--
-- KEYS  1 holders  2 line  3 guard  4 limit
-- ARGV  1 owner  2 process  3 acquisition number  4 token, not used  5 1 where listeners are not counted
-- Reply 1 released; -1 the owner held nothing
--
-- Sent again, it answers as before. Its first write is a ZREM, which a full Redis still takes.

--@include expiry
--@include holders
--@include ended
--@include channel
--@include wake
--@include permits

local holders, line, guard = KEYS[1], KEYS[2], KEYS[3]
local owner, uncounted = ARGV[1], ARGV[5]

local now = millis()
if is_holder(holders, owner, now) then
    end_hold(holders, owner, now)
    remember(guard, owner, GUARD_TIME)
    wake_for(permits_of(owner), line, 'semaphore ' .. holders, uncounted)
    return 1
end
if has_ended(guard, owner) then
    return 1
end
return -1
