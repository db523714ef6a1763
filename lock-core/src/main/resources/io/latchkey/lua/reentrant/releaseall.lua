-- Ends an acquisition of each of several locks and wakes the first process in each line.
--
-- KEYS  the locks, then the line of each, then the guard of each
-- ARGV  1 process  2 1 where listeners are not counted
--       3 owner  4 acquisition number  5 the last token it gave out, 0 unknown, and so on for each
-- Reply for each 1 released, -1 the owner held nothing
--
-- Sent again, it answers as before.

--@include few
local process, uncounted = ARGV[1], ARGV[2]
local count = #KEYS / 3
local waiting = count <= FEW and redis.call('EXISTS', unpack(KEYS, count + 1, 2 * count))

local function release(lock, line, guard, owner, number, last)
    local told = last ~= '0' and last
    --@include release
end

local replies = {}
for i = 1, count do
    replies[i] = release(
        KEYS[i], KEYS[count + i], KEYS[2 * count + i], ARGV[3 * i], ARGV[3 * i + 1], ARGV[3 * i + 2])
end
return replies
