package io.latchkey.spring.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.Lease;
import io.latchkey.NamedLock;
import io.latchkey.memory.InMemoryLocks;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ThreadHoldTest {

    private static final Duration SOON = Duration.ofSeconds(20);

    private final IllegalStateException failure = new IllegalStateException("of somebody's own locks");

    @Test
    void whenALockFailsInAWayOfItsOwnShouldTellAndNotThrow() {
        ThreadHold hold = new ThreadHold(lock());

        assertThat(hold.release()).isSameAs(failure);
    }

    @Test
    void whenGivenBackOnAnotherThreadShouldReleaseTheOutermostOnly() {
        try (InMemoryLocks locks = InMemoryLocks.create()) {
            NamedLock lock = locks.reentrant("order");
            ThreadHold outer = entered(lock);
            ThreadHold inner = entered(lock);

            assertThat(CompletableFuture.supplyAsync(() -> Optional.ofNullable(inner.release())))
                    .succeedsWithin(SOON)
                    .isEqualTo(Optional.empty());
            assertThat(outer.lease().isValid()).isTrue();

            assertThat(CompletableFuture.supplyAsync(() -> Optional.ofNullable(outer.release())))
                    .succeedsWithin(SOON)
                    .isEqualTo(Optional.empty());
            assertThat(lock.isLocked()).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whenAnInnerHoldEndedOnAnotherThreadShouldNotLeaveItBehind(boolean several) {
        try (InMemoryLocks locks = InMemoryLocks.create()) {
            NamedLock lock =
                    several ? locks.multi(locks.reentrant("order"), locks.fair("stock")) : locks.reentrant("order");
            ThreadHold outer = entered(lock);
            ThreadHold inner = entered(lock);
            assertThat(CompletableFuture.runAsync(inner::release)).succeedsWithin(SOON);

            assertThat(outer.release()).isNull();

            assertThat(lock.getHoldCount()).isZero();
            assertThat(lock.isLocked()).isFalse();
        }
    }

    private static ThreadHold entered(NamedLock lock) {
        assertThat(lock.tryLock()).isTrue();
        return new ThreadHold(lock);
    }

    /** Is held, and cannot be given back. */
    private NamedLock lock() {
        return proxy(NamedLock.class, Optional.of(proxy(Lease.class, Optional.empty())));
    }

    private <T> T proxy(Class<T> type, Optional<?> answer) {
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    if (method.getName().equals("currentLease")) {
                        return answer;
                    }
                    if (method.getName().equals("getHoldCount")) {
                        return 1;
                    }
                    throw failure;
                }));
    }
}
