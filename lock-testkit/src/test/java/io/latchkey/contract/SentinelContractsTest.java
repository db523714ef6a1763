package io.latchkey.contract;

import io.latchkey.testkit.OnSentinel;
import org.junit.jupiter.api.Nested;

/** Every kind of lock on a master and a replica that sentinels watch. */
@OnSentinel
class SentinelContractsTest {

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
