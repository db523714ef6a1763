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

    boolean acquire(String key, String owner);

    boolean release(String key, String owner);

    boolean releaseAndTell(String key, String owner);

    @Override
    void close();
}
