package io.latchkey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.latchkey.memory.InMemoryLocks;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Work on the calling thread. */
@Timeout(30)
class LockTemplateTest {

    private static final LockSpec SPEC = LockSpec.of("order:42");

    private final InMemoryLocks locks = InMemoryLocks.create();
    private final LockTemplate template = new LockTemplate(locks);
    private final NamedLock lock = locks.reentrant("order:42");

    @AfterEach
    void close() {
        locks.close();
    }

    @Test
    void whenGivenASupplierShouldReturnWhatItReturns() {
        String result = template.execute("order:42", () -> {
            assertThat(lock.isHeldByCurrentThread()).isTrue();
            return "done";
        });

        assertThat(result).isEqualTo("done");
        assertThat(lock.isLocked()).isFalse();
    }

    @Test
    void whenGivenARunnableShouldRunItUnderTheLock() {
        int[] runs = {0};
        Runnable work = () -> {
            assertThat(lock.isHeldByCurrentThread()).isTrue();
            runs[0]++;
        };

        template.execute("order:42", work);

        assertThat(runs[0]).isEqualTo(1);
        assertThat(lock.isLocked()).isFalse();
    }

    @Test
    void whenGivenACallbackShouldShowItTheLeaseItWorksUnder() {
        Lease used = template.execute(SPEC.leaseFor(Duration.ofSeconds(90)), lease -> {
            assertThat(lock.currentLease()).containsSame(lease);
            assertThat(LockContext.currentLease()).containsSame(lease);
            assertThat(lease.remaining()).isBetween(Duration.ofSeconds(60), Duration.ofSeconds(90));
            LockContext.assertHeld();
            return lease;
        });

        assertThat(used.isValid()).isFalse();
        assertThat(LockContext.currentLease()).isEmpty();
    }

    @Test
    @SuppressWarnings("NullAway")
    void whenTheWorkReturnsNullShouldReturnNull() {
        Object result = template.execute(SPEC, lease -> null);

        assertThat(result).isNull();
    }

    @Test
    void whenTheWorkUsesTheSameLockShouldEnterAgain() {
        int holds = template.execute(
                SPEC, outer -> template.execute(SPEC.waitUpTo(Duration.ZERO), inner -> lock.getHoldCount()));

        assertThat(holds).isEqualTo(2);
        assertThat(lock.isLocked()).isFalse();
    }

    @Test
    void whenTheWorkThrowsShouldGiveTheLockBackAndThrowTheSame() {
        IllegalStateException failure = new IllegalStateException("of the work");

        assertThatThrownBy(() -> template.execute(SPEC, lease -> {
                    throw failure;
                }))
                .isSameAs(failure)
                .hasNoSuppressedExceptions();

        assertThat(lock.isLocked()).isFalse();
        assertThat(LockContext.currentLease()).isEmpty();
    }

    @Test
    void whenTheWorkFailsWithAnErrorShouldGiveTheLockBack() {
        assertThatThrownBy(() -> template.execute(SPEC, lease -> {
                    throw new StackOverflowError();
                }))
                .isInstanceOf(StackOverflowError.class);

        assertThat(lock.isLocked()).isFalse();
    }

    @Test
    void whenTheLeaseIsLostUnderTheWorkShouldEndInThat() {
        assertThatThrownBy(() -> template.execute(SPEC, lease -> lock.forceUnlock()))
                .isInstanceOf(LeaseLostException.class)
                .hasMessageContaining("lock 'order:42' was forced open");

        assertThat(lock.isHeldByCurrentThread()).isFalse();
        assertThat(lock.currentLease()).isEmpty();
    }

    @Test
    void whenTheWorkThrowsAndTheLeaseIsLostTheLossShouldBeSuppressed() {
        IllegalStateException failure = new IllegalStateException("of the work");

        assertThatThrownBy(() -> template.execute(SPEC, lease -> {
                    lock.forceUnlock();
                    throw failure;
                }))
                .isSameAs(failure)
                .satisfies(thrown ->
                        assertThat(thrown.getSuppressed()).singleElement().isInstanceOf(LeaseLostException.class));
    }

    @Test
    void whenALockFailsInAWayOfItsOwnThatShouldBeSuppressedToo() {
        IllegalStateException failure = new IllegalStateException("of the work");
        IllegalArgumentException own = new IllegalArgumentException("of somebody's own locks");

        assertThatThrownBy(() -> new LockTemplate(locksThatDoNotUnlock(own)).execute(SPEC, lease -> {
                    throw failure;
                }))
                .isSameAs(failure)
                .hasSuppressedException(own);
    }

    private Locks locksThatDoNotUnlock(RuntimeException failure) {
        NamedLock stuck = proxy(NamedLock.class, (self, method, arguments) -> {
            if (method.getName().equals("unlock")) {
                throw failure;
            }
            return method.invoke(lock, arguments);
        });
        return proxy(Locks.class, (self, method, arguments) -> stuck);
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    @Test
    void whenTheWorkUnlocksByItselfShouldComplain() {
        assertThatThrownBy(() -> template.execute("order:42", lock::unlock))
                .isInstanceOf(IllegalMonitorStateException.class);

        assertThat(lock.isLocked()).isFalse();
    }

    @Test
    void whenBusyForTheWholeWaitShouldThrowAndNotRunTheWork() throws Exception {
        Lease held = lock.acquire(Duration.ZERO);

        assertThatThrownBy(() -> template.execute(SPEC.waitUpTo(Duration.ofMillis(50)), lease -> fail()))
                .isInstanceOfSatisfying(LockTimeoutException.class, timeout -> assertThat(timeout.lockName())
                        .isEqualTo("order:42"))
                .hasMessageContaining("'order:42'")
                .hasMessageContaining("was busy for the whole wait of ")
                .hasMessageContaining("held by %s; ", lock.holder().orElseThrow());

        held.release();
    }

    @Test
    void whenTheSpecDoesNotSayShouldWaitForTheDefaultTime() throws Exception {
        LockTemplate hasty = new LockTemplate(locks, Duration.ZERO);
        Lease held = lock.acquire(Duration.ZERO);

        assertThatThrownBy(() -> hasty.execute("order:42", this::fail)).isInstanceOf(LockTimeoutException.class);

        held.release();
        assertThat(hasty.execute("order:42", () -> "done")).isEqualTo("done");
    }

    @Test
    void whenBusyTryShouldTellSoAndNotRunTheWork() throws Exception {
        Lease held = lock.acquire(Duration.ZERO);

        LockResult<Object> atOnce = template.tryExecute(SPEC, lease -> fail());
        LockResult<Object> later = template.tryExecute(SPEC.waitUpTo(Duration.ofMillis(50)), lease -> fail());

        assertThat(atOnce).isEqualTo(new LockResult<>(false, null));
        assertThat(later.acquired()).isFalse();
        held.release();
    }

    @Test
    @SuppressWarnings("NullAway")
    void whenFreeTryShouldRunTheWork() {
        LockResult<String> result = template.tryExecute(SPEC, lease -> "done");
        LockResult<String> nothing = template.tryExecute(SPEC, lease -> null);

        assertThat(result).isEqualTo(new LockResult<>(true, "done"));
        assertThat(nothing).isEqualTo(new LockResult<>(true, null));
        assertThat(lock.isLocked()).isFalse();
    }

    @Test
    void whenReleasedWithinItsOwnWaitTryShouldRunTheWork() throws Exception {
        Lease held = lock.acquire(Duration.ZERO);
        CompletableFuture<LockResult<String>> result = CompletableFuture.supplyAsync(
                () -> template.tryExecute(SPEC.waitUpTo(Duration.ofSeconds(20)), lease -> "done"));

        held.release();

        assertThat(result.get().value()).isEqualTo("done");
    }

    @Test
    void whenInterruptedShouldSayForWhatItWaitedAndKeepTheInterrupt() throws Exception {
        Lease held = lock.acquire(Duration.ZERO);
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> template.execute(SPEC, lease -> fail()))
                .isExactlyInstanceOf(LockException.class)
                .hasMessage("interrupted while waiting for " + lock)
                .hasCauseInstanceOf(InterruptedException.class);

        assertThat(Thread.interrupted()).isTrue();
        held.release();
    }

    @Test
    void whenTheDefaultWaitMakesNoSenseShouldSaySo() {
        assertThatThrownBy(() -> new LockTemplate(locks, Duration.ofSeconds(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("waitTime must be zero or positive, was PT-1S");
    }

    private Object fail() {
        throw new AssertionError("the work ran without the lock");
    }
}
