package io.latchkey.contract;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.Lease;
import io.latchkey.LockListener;
import io.latchkey.Locks;
import io.latchkey.NamedCountDownLatch;
import io.latchkey.NamedLock;
import io.latchkey.NamedSemaphore;
import io.latchkey.testkit.contract.Peer;
import io.latchkey.testkit.contract.TwoProcesses;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each kind of lock taken, waited for in another process, handed over and given back: that it works here at all. */
@Timeout(120)
abstract class EveryKindOnce extends TwoProcesses {

    private static final Duration WAIT = Duration.ofSeconds(30);

    @RegisterExtension
    final SharedRedis redis = new SharedRedis();

    enum Kind {
        REENTRANT,
        FAIR,
        WRITE,
        MULTI;

        NamedLock of(Locks locks, String name) {
            return switch (this) {
                case REENTRANT -> locks.reentrant(name);
                case FAIR -> locks.fair(name);
                case WRITE -> locks.readWrite(name).writeLock();
                case MULTI -> locks.multi(locks.reentrant(name + "/a"), locks.fair(name + "/b"));
            };
        }
    }

    @ParameterizedTest
    @EnumSource
    void aLockGoesFromOneProcessToTheOther(Kind kind) throws Exception {
        String name = freshName();
        NamedLock here = kind.of(open(WAIT).locks(), name);
        NamedLock there = kind.of(open(WAIT).locks(), name);

        Lease lease = here.acquire(WAIT);
        assertThat(there.tryLock()).isFalse();
        CompletableFuture<Lease> waiting = there.acquireAsync(WAIT);
        lease.release();

        waiting.get(30, SECONDS).release();
    }

    @Test
    void permitsAreCountedOverProcesses() throws Exception {
        String name = freshName();
        NamedSemaphore here = open(WAIT).locks().semaphore(name, 1);
        NamedSemaphore there = open(WAIT).locks().semaphore(name, 1);

        Lease permit = here.acquire(WAIT);
        CompletableFuture<Lease> waiting = there.acquireAsync(WAIT);
        assertThat(there.availablePermits()).isZero();
        permit.release();

        waiting.get(30, SECONDS).release();
    }

    @Test
    void aLatchOpensForTheOtherProcess() throws Exception {
        String name = freshName();
        NamedCountDownLatch here = open(WAIT).locks().countDownLatch(name);
        NamedCountDownLatch there = open(WAIT).locks().countDownLatch(name);
        here.trySetCount(1);
        CompletableFuture<Void> waiting = there.awaitAsync();

        here.countDown();

        waiting.get(30, SECONDS);
        assertThat(here.getCount()).isZero();
    }

    @Override
    protected Peer start(Duration leaseTime, List<LockListener> listeners) {
        return redis.get().start(leaseTime, listeners);
    }

    @Override
    public List<String> leftovers() {
        return redis.get().leftovers();
    }

    @Override
    public List<String> channels() {
        return redis.get().channels();
    }
}
