-- Ends an acquisition and wakes the first process in line.
--
-- KEYS  1 lock  2 line  3 guard
-- ARGV  1 owner  2 process  3 acquisition number  4 the last token it gave out, 0 or none unknown  5 1 where listeners are not counted
-- Reply 1 released; -1 the owner held nothing
--
-- Sent again, it answers as before.

local lock, line, guard = KEYS[1], KEYS[2], KEYS[3]
local owner, process, number, uncounted = ARGV[1], ARGV[2], ARGV[3], ARGV[5]
local waiting
local fenced = true
local told = ARGV[4] ~= '0' and ARGV[4]
--@include release
return released
