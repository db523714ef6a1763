package io.latchkey.benchmarks.locks;

/** The two scripts of a floor, sent in one way or another. */
interface FloorScripts extends AutoCloseable {

    String ACQUIRE = "if redis.call('set', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return 1 end return 0";
    String RELEASE = "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0";
    /** For a lock that others wait for. */
    String RELEASE_AND_TELL = """
            if redis.call('get', KEYS[1]) == ARGV[1] then
              redis.call('del', KEYS[1])
              redis.call('publish', KEYS[1], '')
              return 1
            end
            return 0
            """;

    /** For several names, all or nothing. */
    String ACQUIRE_ALL = """
            if redis.call('exists', unpack(KEYS)) > 0 then
              return 0
            end
            for i = 1, #KEYS do
              redis.call('set', KEYS[i], ARGV[1], 'PX', ARGV[2])
            end
            return 1
            """;

    String RELEASE_ALL = """
            local owners = redis.call('mget', unpack(KEYS))
            for i = 1, #KEYS do
              if owners[i] ~= ARGV[1] then
                return 0
              end
            end
            redis.call('del', unpack(KEYS))
            return 1
            """;

    /**
     * The same for a lock with a fencing token that grows whatever happens to the server, and a release that may be sent
     * again: a time to live beside the token, and the end of the hold remembered for some seconds.
     */
    String ACQUIRE_WITH_TOKEN = """
            if redis.call('exists', KEYS[1]) == 1 then
              return 0
            end
            local known = redis.call('hmget', KEYS[2], 'token', ARGV[1])
            local time = redis.call('time')
            local token = time[1] .. string.sub('00000' .. time[2], -6)
            if known[1] and tonumber(known[1]) >= tonumber(token) then
              token = string.format('%.0f', known[1] + 1)
            end
            redis.call('hset', KEYS[1], ARGV[1], token)
            redis.call('pexpire', KEYS[1], ARGV[2])
            return 1
            """;

    String RELEASE_WITH_TOKEN = """
            local token = redis.call('hget', KEYS[1], ARGV[1])
            if not token then
              return 0
            end
            redis.call('del', KEYS[1])
            redis.call('hset', KEYS[2], 'token', token, ARGV[1], token)
            redis.call('pexpire', KEYS[2], 5000)
            return 1
            """;

    boolean acquire(String key, String owner);

    boolean release(String key, String owner);

    boolean releaseAndTell(String key, String owner);

    @Override
    void close();
}
