package io.latchkey.testkit.contract;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.latchkey.Lease;
import io.latchkey.NamedLock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.NullSource;

/** Times that make no sense are refused by name and value, before anything is asked for. */
interface DurationContract extends LockWorld {

    Duration ENDLESS = Duration.ofSeconds(Long.MAX_VALUE, 999_999_999);

    static Stream<Duration> badLeaseTimes() {
        return Stream.of(
                Duration.ZERO,
                Duration.ofSeconds(-1),
                Duration.ofSeconds(Long.MIN_VALUE),
                Duration.ofNanos(1),
                Duration.ofNanos(999_999),
                Duration.ofDays(3650).plusNanos(1),
                Duration.ofNanos(Long.MAX_VALUE),
                ENDLESS);
    }

    @ParameterizedTest
    @NullSource
    @MethodSource("io.latchkey.testkit.contract.DurationContract#badLeaseTimes")
    default void whenALeaseTimeMakesNoSenseShouldSaySo(Duration leaseTime) throws Exception {
        NamedLock lock = here(freshName());
        Lease held = here(freshName()).acquire(Duration.ZERO);

        for (ThrowingCallable call : List.<ThrowingCallable>of(
                () -> lock.lock(leaseTime),
                () -> lock.tryLock(LONG, leaseTime),
                () -> lock.acquire(LONG, leaseTime),
                () -> lock.acquireAsync(LONG, leaseTime),
                () -> held.extend(leaseTime))) {
            assertThatThrownBy(call)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("leaseTime must be between 1ms and 3650 days, was " + leaseTime);
        }

        assertThat(lock.isLocked()).isFalse();
        assertThat(lock.isHeldByCurrentThread()).isFalse();
        held.ensureValid();
        held.release();
    }

    static Stream<Duration> badWaitTimes() {
        return Stream.of(Duration.ofNanos(-1), Duration.ofSeconds(-1), Duration.ofSeconds(Long.MIN_VALUE));
    }

    @ParameterizedTest
    @NullSource
    @MethodSource("io.latchkey.testkit.contract.DurationContract#badWaitTimes")
    default void whenAWaitTimeMakesNoSenseShouldSaySo(Duration waitTime) {
        NamedLock lock = here(freshName());

        for (ThrowingCallable call : List.<ThrowingCallable>of(
                () -> lock.tryLock(waitTime),
                () -> lock.tryLock(waitTime, LONG),
                () -> lock.acquire(waitTime),
                () -> lock.acquire(waitTime, LONG),
                () -> lock.acquireAsync(waitTime),
                () -> lock.acquireAsync(waitTime, LONG))) {
            assertThatThrownBy(call)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("waitTime must be zero or positive, was " + waitTime);
        }

        assertThat(lock.isLocked()).isFalse();
        assertThat(lock.isHeldByCurrentThread()).isFalse();
    }

    @Test
    default void whenTheWaitIsEndlessShouldWaitUntilItIsFree() throws Exception {
        String name = freshName();
        Lease held = there(name).acquire(ENDLESS);
        Actor actor = actor();
        Task<Boolean> thread =
                actor.startCall(() -> here(name).tryLock(ENDLESS)).awaitParked();
        CompletableFuture<Lease> future = here(name).acquireAsync(ENDLESS);

        held.release();

        assertThat(thread.result()).isTrue();
        actor.run(() -> here(name).unlock());
        future.get(30, SECONDS).release();
    }

    @Test
    default void whenTheWaitIsShorterThanAnyAnswerShouldStillAsk() throws Exception {
        NamedLock lock = here(freshName());
        lock.lock();
        lock.unlock();

        assertThat(lock.tryLock(Duration.ofNanos(1))).isTrue();
        assertThat(actor().call(() -> lock.tryLock(Duration.ofNanos(1)))).isFalse();

        lock.unlock();
    }

    @Test
    default void whenLeasesAreAsShortOrLongAsTheyMayBeShouldTakeThem() throws Exception {
        NamedLock lock = here(freshName());

        Lease longest = lock.acquire(Duration.ZERO, Duration.ofDays(3650));
        assertThat(longest.remaining()).isGreaterThan(Duration.ofDays(3600));
        assertThat(lock.remainingLease()).isGreaterThan(Duration.ofDays(3600));
        longest.release();

        Lease briefest = lock.acquire(Duration.ZERO, Duration.ofMillis(20));
        LockWorld.eventually().until(() -> !briefest.isValid() && !lock.isLocked());
    }
}
