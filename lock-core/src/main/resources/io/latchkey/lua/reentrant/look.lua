-- Tells who holds the lock.
--
-- KEYS  1 lock
-- Reply {1, owner, remaining ms} held, remaining -1 without end; {0} free

--@include expiry
--@include owner

local lock = KEYS[1]
local holder, token, foreign = holder_of(lock)
if foreign then
    return foreign
end
if not holder then
    return {0}
end
return {1, holder, redis.call('PTTL', lock)}
