-- Tells who holds permits.
--
-- KEYS  1 holders
-- Reply owner and remaining ms of each holder, one after the other

--@include expiry
--@include holders

local now = millis()
local found = redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. now, '+inf', 'WITHSCORES')
for i = 2, #found, 2 do
    found[i] = tonumber(found[i]) - now
end
return found
