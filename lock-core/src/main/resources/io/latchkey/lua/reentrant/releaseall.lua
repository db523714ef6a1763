-- Ends an acquisition of each of several locks and wakes the first process in each line.
--
-- KEYS  1 lock  2 line  3 guard, and so on for each
-- ARGV  1 process  2 1 where listeners are not counted
--       3 owner  4 acquisition number  5 the last token it gave out, 0 unknown, and so on for each
-- Reply for each 1 released, -1 the owner held nothing
--
-- Sent again, it answers as before.

local process, uncounted = ARGV[1], ARGV[2]

local function release(lock, line, guard, owner, number, told)
    --@include release
end

local replies = {}
for i = 1, #KEYS / 3 do
    replies[i] = release(
        KEYS[3 * i - 2], KEYS[3 * i - 1], KEYS[3 * i], ARGV[3 * i], ARGV[3 * i + 1], ARGV[3 * i + 2])
end
return replies
