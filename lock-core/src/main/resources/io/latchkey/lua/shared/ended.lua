-- What has ended or was done, to be known when it comes again: a sorted set, name -> when, in milliseconds of the server's
-- clock. Each is remembered for the given time, whatever else ends meanwhile. Needs expiry.

local function has_ended(ended, name)
    return redis.call('ZSCORE', ended, name)
end

local function remember(ended, name, milliseconds)
    local time = redis.call('TIME')
    local now = time[1] * 1000 + math.floor(time[2] / 1000)
    redis.call('ZADD', ended, now, name)
    expire(ended, milliseconds)
    redis.call('ZREMRANGEBYSCORE', ended, '-inf', now - milliseconds)
end
