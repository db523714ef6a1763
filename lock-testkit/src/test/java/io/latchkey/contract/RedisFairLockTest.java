package io.latchkey.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.latchkey.Locks;
import io.latchkey.NamedLock;
import io.latchkey.testkit.contract.FairnessContract;

/** A fair lock is an exclusive lock like any other, and fair. */
class RedisFairLockTest extends RedisReentrantLockTest implements FairnessContract {

    @Override
    protected NamedLock lock(Locks locks, String name) {
        return locks.fair(name);
    }

    @Override
    public void awaitInLine(String name, int places) {
        await().untilAsserted(() -> assertThat(redis.get().command("zcard", "latchkey:{" + name + "}:fair:line"))
                .isEqualTo((long) places));
    }
}
