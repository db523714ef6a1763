package io.latchkey.composite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.latchkey.Lease;
import io.latchkey.Locks;
import io.latchkey.NamedLock;
import io.latchkey.engine.EngineLocks;
import io.latchkey.engine.EngineSettings;
import io.latchkey.engine.EngineSettings.Seams;
import io.latchkey.memory.InMemoryLocks;
import io.latchkey.memory.SharedMemory;
import io.latchkey.testkit.ManualScheduler;
import io.latchkey.testkit.ManualTicker;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a multi-lock does with its parts, on a clock that the test moves. */
@Timeout(30)
class MultiLockPartsTest {

    private static final Duration WAIT = Duration.ofSeconds(5);
    private static final Duration LEASE = Duration.ofSeconds(10);

    private final ManualTicker ticker = new ManualTicker();
    private final ManualScheduler scheduler = new ManualScheduler(ticker);
    private final SharedMemory memory = new SharedMemory(ticker);
    private final EngineLocks locks = open();
    private final Together together = new Together();

    @AfterEach
    void close() {
        locks.close();
    }

    @Test
    void whenALeaseEndsWhileAnotherServerAnswersShouldNotBeReportedAsHeld() throws Exception {
        NamedLock multi = locks.multi(together.member("a"), together.member("b"), slow("c", LEASE));

        try (Lease lease = multi.acquire(WAIT, LEASE)) {
            assertThat(lease.isValid()).isTrue();
        }
        assertThat(memory.isEmpty()).isTrue();
    }

    @Test
    void whenALeaseHasBecomeShortWhileAnotherServerAnsweredShouldBeMadeLonger() throws Exception {
        NamedLock multi = locks.multi(together.member("a"), together.member("b"), slow("c", LEASE.dividedBy(2)));

        try (Lease lease = multi.acquire(WAIT, LEASE)) {
            assertThat(lease.remaining()).isGreaterThan(LEASE.dividedBy(2));
        }
    }

    @Test
    void whenTheThreadIsNotInAllOfThemShouldLeaveNone() {
        NamedLock entered = locks.reentrant("b");
        NamedLock multi = locks.multi(locks.reentrant("a"), entered, locks.reentrant("c"));
        entered.lock();

        assertThatExceptionOfType(IllegalMonitorStateException.class)
                .isThrownBy(multi::unlock)
                .withMessageStartingWith("lock 'a' is not held by thread");

        assertThat(entered.isHeldByCurrentThread()).isTrue();
        entered.unlock();
    }

    @Test
    void whenItIsClosedShouldGiveBackTogetherWhatWasTakenTogether() throws Exception {
        NamedLock multi = locks.multi(together.member("a"), together.member("b"), locks.reentrant("c"));

        multi.acquire(WAIT).close();

        assertThat(together.released).containsExactly(List.of("a", "b"));
        assertThat(memory.isEmpty()).isTrue();
    }

    @Test
    void whenTheSameLockComesFromSeveralLocksShouldTakeItOnce() throws Exception {
        try (EngineLocks others = open();
                Lease lease = locks.multi(locks.reentrant("a"), others.reentrant("a"), others.fair("a"))
                        .acquire(WAIT)) {
            assertThat(lease.parts()).hasSize(2);
        }
    }

    @Test
    void whenLocksOfOneNameLiveApartShouldTakeBoth() throws Exception {
        try (InMemoryLocks others = InMemoryLocks.create();
                Lease lease =
                        locks.multi(locks.reentrant("a"), others.reentrant("a")).acquire(WAIT)) {
            assertThat(lease.parts()).hasSize(2);
            assertThat(others.reentrant("a").isLocked()).isTrue();
        }
    }

    private EngineLocks open() {
        Seams seams = new Seams(ticker, scheduler, Runnable::run, null);
        return memory.open(new EngineSettings(Duration.ofSeconds(30), Duration.ofSeconds(2), List.of(), seams));
    }

    /** A lock whose first answer takes a while. */
    private NamedLock slow(String name, Duration time) {
        boolean[] asked = {false};
        return proxy(NamedLock.class, locks.reentrant(name), (method, args) -> {
            if (method.equals("acquire") && !asked[0]) {
                asked[0] = true;
                ticker.advance(time);
            }
            return null;
        });
    }

    private interface Instead {
        @Nullable
        Object call(String method, Object @Nullable [] args);
    }

    /** The lock, but for those methods that something else is done instead of. */
    private static <T extends NamedLock> T proxy(Class<T> type, NamedLock lock, Instead instead) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, args) -> {
            Object done = instead.call(method.getName(), args);
            try {
                return done != null ? done : method.invoke(lock, args);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }));
    }

    /** Takes locks of this memory as if one request reached them. */
    private final class Together implements Joint {

        private final List<List<String>> released = new ArrayList<>();
        private final Locks inner = locks;

        Member member(String name) {
            return proxy(Member.class, inner.reentrant(name), (method, args) -> method.equals("joint") ? this : null);
        }

        @Override
        public boolean enter(List<NamedLock> all, @Nullable Duration leaseTime, Duration patience) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void leave(List<NamedLock> all) {
            throw new UnsupportedOperationException();
        }

        @Override
        public List<Lease> acquire(List<NamedLock> all, @Nullable Duration leaseTime, Duration patience) {
            return all.stream().map(lock -> part(lock, leaseTime)).toList();
        }

        private Lease part(NamedLock lock, @Nullable Duration leaseTime) {
            try {
                return leased(leaseTime == null ? lock.acquire(WAIT) : lock.acquire(WAIT, leaseTime));
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        private Lease leased(Lease lease) {
            return (Lease) Proxy.newProxyInstance(
                    Part.class.getClassLoader(), new Class<?>[] {Part.class}, (proxy, method, args) -> {
                        try {
                            return method.getName().equals("joint") ? this : method.invoke(lease, args);
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    });
        }

        @Override
        public void release(List<Lease> leases) {
            released.add(leases.stream().map(Lease::name).toList());
            leases.forEach(Lease::release);
        }
    }
}
