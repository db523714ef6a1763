-- Tells who holds permits, each once, however many it has.
--
-- KEYS  1 holders
-- Reply owner and remaining ms of each holder, one after the other

--@include expiry
--@include holders

local now = millis()
local holders = redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. now, '+inf', 'WITHSCORES')
for i = 2, #holders, 2 do
    holders[i] = tonumber(holders[i]) - now
end
return holders
