-- Takes the lock here, for a quorum, if it is free; otherwise puts the ticket, if there is one, in line.
--
-- KEYS  1 lock  2 line  3 guard
-- ARGV  1 owner  2 process  3 acquisition number  4 time to live, ms  5 ticket, if it has one  6 its arrival, if known
-- Reply 1 when held, as nobody needs a token here; {0, retry after ms, arrival, holder} busy
--
-- Sent again, it answers as before. Arriving after its acquisition was released or abandoned, it takes nothing.

local fenced = false
--@include acquire
