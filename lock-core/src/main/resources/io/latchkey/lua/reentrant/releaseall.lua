-- Ends an owner's acquisition of several locks and wakes the first process in each line.
--
-- KEYS  the locks, then the line of each, then the guard of each
-- ARGV  1 owner  2 process  3 acquisition number  4 no lower than the last token given out for any of them, 0 or none unknown
--       5 1 where listeners are not counted
-- Reply 1 all released; {0, which ones..} those that the owner did not hold
--
-- Sent again, it answers as before.

--@include few
local owner, process, number, last, uncounted = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5]
local count = #KEYS / 3
local waiting = count <= FEW and redis.call('EXISTS', unpack(KEYS, count + 1, 2 * count))
local fenced = true

local not_held = {0}
for i = 1, count do
    local lock, line, guard = KEYS[i], KEYS[count + i], KEYS[2 * count + i]
    local told = last ~= '0' and last
    --@include release
    if released ~= 1 then
        not_held[#not_held + 1] = i
    end
end
return not_held[2] and not_held or 1
