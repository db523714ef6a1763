-- Ends an acquisition and wakes the first process in line.
--
-- KEYS  1 lock  2 line  3 guard
-- ARGV  1 owner  2 process  3 acquisition number  4 time to live of the guard, ms  5 channel prefix  6 1 on a cluster
-- Reply 1 released; -1 the owner held nothing
--
-- Sent again, it answers as before.

--@include expiry
--@include guard
--@include wake
--@include release

return release(KEYS[1], KEYS[2], KEYS[3], ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5], ARGV[6])
