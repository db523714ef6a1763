-- Tells how many permits there are, if that was ever changed.
--
-- KEYS  1 limit
-- Reply {permits} or {}

local limit = redis.call('GET', KEYS[1])
if limit then
    return {limit}
end
return {}
