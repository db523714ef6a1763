-- Names the commands that the scripts call and this user may not, where the server can tell (7.0 and newer).
--
-- KEYS  1 a key as those of locks
-- ARGV  1 a channel as those of wake-ups
-- Reply the names; {} when none is missing, or the server cannot tell

local missing = {}
if redis.acl_check_cmd then
    local key = KEYS[1]
    local calls = {
        {'TIME'},
        {'PUBLISH', ARGV[1], 'message'},
        {'TYPE', key},
        {'EXISTS', key},
        {'DEL', key},
        {'COPY', key, key},
        {'PEXPIRE', key, '1'},
        {'PTTL', key},
        {'GET', key},
        {'SET', key, 'value'},
        {'HSET', key, 'field', 'value'},
        {'HDEL', key, 'field'},
        {'HGET', key, 'field'},
        {'HMGET', key, 'field'},
        {'HGETALL', key},
        {'HEXISTS', key, 'field'},
        {'HLEN', key},
        {'ZADD', key, '1', 'member'},
        {'ZREM', key, 'member'},
        {'ZSCORE', key, 'member'},
        {'ZPOPMIN', key},
        {'ZCOUNT', key, '0', '1'},
        {'ZRANGE', key, '0', '1'},
        {'ZRANGEBYSCORE', key, '0', '1'},
        {'ZREMRANGEBYSCORE', key, '0', '1'},
    }
    for _, call in ipairs(calls) do
        if not redis.acl_check_cmd(unpack(call)) then
            missing[#missing + 1] = call[1]
        end
    end
end
return missing
