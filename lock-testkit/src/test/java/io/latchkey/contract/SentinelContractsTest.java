package io.latchkey.contract;

import org.junit.jupiter.api.Nested;

/**
 * Every kind of lock on a master and a replica that sentinels watch. Behind the connection there is one server, as without
 * sentinels, so the long contract of an exclusive lock is not repeated for write locks and multi-locks: what is their own is in
 * ReadWrite and Joint.
 */
@On(Topology.SENTINEL)
class SentinelContractsTest {

    @Nested
    class Reentrant extends RedisReentrantLockTest {}

    @Nested
    class Fair extends RedisFairLockTest {}

    @Nested
    class Joint extends RedisJointLockTest {}

    @Nested
    class ReadWrite extends RedisReadWriteLockTest {}

    @Nested
    class Semaphore extends RedisSemaphoreTest {}

    @Nested
    class Latch extends RedisCountDownLatchTest {}
}
