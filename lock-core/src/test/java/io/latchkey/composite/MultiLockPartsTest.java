package io.latchkey.composite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.latchkey.Lease;
import io.latchkey.LockBackendException;
import io.latchkey.NamedLock;
import io.latchkey.engine.EngineLocks;
import io.latchkey.engine.EngineSettings;
import io.latchkey.engine.EngineSettings.Seams;
import io.latchkey.memory.InMemoryLocks;
import io.latchkey.memory.SharedMemory;
import io.latchkey.testing.ManualScheduler;
import io.latchkey.testing.ManualTicker;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
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

    @AfterEach
    void close() {
        locks.close();
    }

    @Test
    void whenALeaseEndsWhileAnotherServerAnswersShouldNotBeReportedAsHeld() throws Exception {
        NamedLock multi = locks.multi(locks.reentrant("a"), locks.reentrant("b"), slow("c", LEASE));

        try (Lease lease = multi.acquire(WAIT, LEASE)) {
            assertThat(lease.isValid()).isTrue();
        }
        assertThat(memory.isEmpty()).isTrue();
    }

    @Test
    void whenALeaseHasBecomeShortWhileAnotherServerAnsweredShouldBeMadeLonger() throws Exception {
        NamedLock multi = locks.multi(locks.reentrant("a"), locks.reentrant("b"), slow("c", LEASE.dividedBy(2)));

        try (Lease lease = multi.acquire(WAIT, LEASE)) {
            assertThat(lease.remaining()).isGreaterThan(LEASE.dividedBy(2));
        }
    }

    /** Nobody holds any of them, so it is not busy. */
    @Test
    void whenLeasesEndBeforeAllAreTakenShouldSayThatTheyAreTooShort() {
        assertThatExceptionOfType(LockBackendException.class)
                .isThrownBy(() -> withASlowPart().acquire(Duration.ZERO, LEASE))
                .withMessageStartingWith("multi-lock 'a, b, c' could not be taken: the answers took longer than");
        assertThatExceptionOfType(LockBackendException.class)
                .isThrownBy(() -> withASlowPart().tryLock(Duration.ZERO, LEASE))
                .withMessageEndingWith("ask for a longer lease");
        assertThat(withASlowPart().acquireAsync(Duration.ZERO, LEASE))
                .failsWithin(WAIT)
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(LockBackendException.class);
        assertThat(memory.isEmpty()).isTrue();
    }

    private NamedLock withASlowPart() {
        return locks.multi(locks.reentrant("a"), locks.reentrant("b"), slow("c", LEASE));
    }

    @Test
    void whenTheThreadIsNotInAllOfThemShouldLeaveNone() {
        NamedLock entered = locks.reentrant("b");
        NamedLock multi = locks.multi(locks.reentrant("a"), entered, locks.reentrant("c"));
        assertThat(entered.tryLock()).isTrue();

        assertThatExceptionOfType(IllegalMonitorStateException.class)
                .isThrownBy(multi::unlock)
                .withMessageStartingWith("lock 'a' is not held by thread");

        assertThat(entered.isHeldByCurrentThread()).isTrue();
        entered.unlock();
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

    /** A lock of which nothing more is known, and whose first answer takes a while. */
    private NamedLock slow(String name, Duration time) {
        boolean[] asked = {false};
        NamedLock lock = locks.reentrant(name);
        return (NamedLock) Proxy.newProxyInstance(
                NamedLock.class.getClassLoader(), new Class<?>[] {NamedLock.class}, (proxy, method, args) -> {
                    if (method.getName().matches("acquire|tryLock|acquireAsync") && !asked[0]) {
                        asked[0] = true;
                        ticker.advance(time);
                    }
                    try {
                        return method.invoke(lock, args);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
