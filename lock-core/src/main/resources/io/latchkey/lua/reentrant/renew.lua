-- Renews many locks at once; never makes one end earlier.
--
-- KEYS  the locks
-- ARGV  1 time to live, ms  2.. the owner of each
-- Reply 1 all are held; {0, which ones..} those that are not held by that owner

local time_to_live = ARGV[1]
-- A server of a version that says which one it is knows GT, and compares by itself.
local compares = redis.REDIS_VERSION_NUM
local not_held = {0}
for i = 1, #KEYS do
    local lock, owner = KEYS[i], ARGV[i + 1]
    local held = redis.pcall('HEXISTS', lock, owner)
    if held ~= 1 and held ~= 0 then
        --@include ask
        held = ask('HEXISTS', lock, owner)
    end
    if held ~= 1 then
        not_held[#not_held + 1] = i
    elseif not compares or redis.call('PEXPIRE', lock, time_to_live, 'GT') == 0 then
        if redis.call('PTTL', lock) < tonumber(time_to_live) then
            redis.call('PEXPIRE', lock, time_to_live)
        end
    end
end
return not_held[2] and not_held or 1
