-- Ends an acquisition here, for a quorum, and wakes the first process in line.
--
-- KEYS  1 lock  2 line  3 guard
-- ARGV  1 owner  2 process  3 acquisition number  4 not used  5 1 where listeners are not counted
-- Reply 1 released; -1 the owner held nothing
--
-- Sent again, it answers as before.

local lock, line, guard = KEYS[1], KEYS[2], KEYS[3]
local owner, process, number, uncounted = ARGV[1], ARGV[2], ARGV[3], ARGV[5]
local waiting, told
local fenced = false
--@include release
return released
