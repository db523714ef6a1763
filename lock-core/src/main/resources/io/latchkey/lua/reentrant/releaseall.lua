-- Ends an acquisition of each of several locks and wakes the first process in each line.
--
-- KEYS  1 lock  2 line  3 guard, and so on for each
-- ARGV  1 process  2 time to live of the guard, ms  3 channel prefix  4 1 on a cluster
--       5 owner  6 acquisition number, and so on for each
-- Reply for each 1 released, -1 the owner held nothing
--
-- Sent again, it answers as before.

--@include expiry
--@include guard
--@include wake
--@include release

local process, guard_time, channel_prefix, cluster = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local replies = {}
for i = 1, #KEYS / 3 do
    replies[i] = release(
        KEYS[3 * i - 2], KEYS[3 * i - 1], KEYS[3 * i],
        ARGV[2 * i + 3], process, ARGV[2 * i + 4], guard_time, channel_prefix, cluster)
end
return replies
