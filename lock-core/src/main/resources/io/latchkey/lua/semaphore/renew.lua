-- Renews many permits at once; never makes one end earlier, and never brings one back.
--
-- KEYS  the holders, once for each permit
-- ARGV  1 time to live, ms  2.. the owner of each
-- Reply 1 all are held; {0, which ones..} those that are not held by that owner
--
-- Its first write is one that a full Redis still takes.

--@include expiry
--@include ask
--@include holders

local time_to_live = tonumber(ARGV[1])
local now = millis()
local not_held = {0}
for i, key in ipairs(KEYS) do
    local ends = ask('ZSCORE', key, ARGV[i + 1])
    if ends and tonumber(ends) > now then
        age_out(key, now)
        hold_for(key, ARGV[i + 1], now, time_to_live)
    else
        not_held[#not_held + 1] = i
    end
end
return not_held[2] and not_held or 1
