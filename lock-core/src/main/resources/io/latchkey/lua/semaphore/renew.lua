-- Renews many permits at once; never makes one end earlier, and never brings one back.
--
-- KEYS  the holders, once for each permit
-- ARGV  1 time to live, ms  2.. the owner of each
-- Reply for each permit 1 held, 0 not held by that owner
--
-- Its first write is one that a full Redis still takes.

--@include expiry
--@include ask
--@include holders

local time_to_live = tonumber(ARGV[1])
local now = millis()
local replies = {}
for i, key in ipairs(KEYS) do
    local ends = ask('ZSCORE', key, ARGV[i + 1])
    if ends and tonumber(ends) > now then
        age_out(key, now)
        hold_for(key, ARGV[i + 1], now, time_to_live)
        replies[i] = 1
    else
        replies[i] = 0
    end
end
return replies
