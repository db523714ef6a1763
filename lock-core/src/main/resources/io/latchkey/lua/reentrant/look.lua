-- Tells who holds the lock.
--
-- KEYS  1 lock
-- Reply {owner, remaining ms}, remaining -1 without end; {} free

--@include expiry
--@include owner

local lock = KEYS[1]
local holder, token, foreign = holder_of(lock)
if foreign then
    return foreign
end
if not holder then
    return {}
end
return {holder, redis.call('PTTL', lock)}
