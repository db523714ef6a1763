-- Renews many locks at once; never makes one end earlier.
--
-- KEYS  the locks
-- ARGV  1 time to live, ms  2.. the owner of each
-- Reply for each lock 1 held, 0 not held by that owner

--@include ask

local time_to_live = tonumber(ARGV[1])
-- A server of a version that says which one it is knows GT, and compares by itself.
local compares = redis.REDIS_VERSION_NUM
local replies = {}
for i, lock in ipairs(KEYS) do
    if ask('HEXISTS', lock, ARGV[i + 1]) == 1 then
        local renewed = compares and redis.call('PEXPIRE', lock, time_to_live, 'GT') == 1
        if not renewed and redis.call('PTTL', lock) < time_to_live then
            redis.call('PEXPIRE', lock, time_to_live)
        end
        replies[i] = 1
    else
        replies[i] = 0
    end
end
return replies
