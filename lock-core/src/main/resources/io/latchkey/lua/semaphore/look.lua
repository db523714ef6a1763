-- Tells who holds permits, each once, however many it has.
--
-- KEYS  1 holders
-- Reply owner and remaining ms of each holder, one after the other

--@include expiry
--@include holders

local now = millis()
local found = redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. now, '+inf', 'WITHSCORES')
local holders = {}
for i = 1, #found, 2 do
    if not string.find(found[i], '#', 1, true) then
        holders[#holders + 1] = found[i]
        holders[#holders + 1] = tonumber(found[i + 1]) - now
    end
end
return holders
