package io.latchkey.contract;

import org.junit.jupiter.api.Nested;

/** Every kind of lock on a cluster of three masters with a replica each. */
@On(Topology.CLUSTER)
class ClusterContractsTest {

    @Nested
    class Reentrant extends RedisReentrantLockTest {}

    @Nested
    class Fair extends RedisFairLockTest {}

    @Nested
    class Write extends RedisWriteLockTest {}

    @Nested
    class Multi extends RedisMultiLockTest {}

    @Nested
    class Joint extends RedisJointLockTest {}

    @Nested
    class ReadWrite extends RedisReadWriteLockTest {}

    @Nested
    class Semaphore extends RedisSemaphoreTest {}

    @Nested
    class Latch extends RedisCountDownLatchTest {}
}
