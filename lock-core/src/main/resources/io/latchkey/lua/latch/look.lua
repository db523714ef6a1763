-- Tells the count.
--
-- KEYS  1 count
-- Reply {count}

return {tonumber(redis.call('GET', KEYS[1]) or 0)}
