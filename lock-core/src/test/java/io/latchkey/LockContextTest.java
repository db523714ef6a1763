package io.latchkey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.latchkey.memory.InMemoryLocks;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class LockContextTest {

    private final InMemoryLocks locks = InMemoryLocks.create();

    @AfterEach
    void close() {
        locks.close();
    }

    @Test
    void whenOutsideOfAnyLockShouldSaySo() {
        assertThat(LockContext.currentLease()).isEmpty();
        assertThatThrownBy(LockContext::assertHeld)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                        "thread '%s' does not run under a lock",
                        Thread.currentThread().getName());
    }

    @Test
    void whenScopesAreNestedShouldTellTheInnermost() throws Exception {
        Lease outer = locks.reentrant("outer").acquire(Duration.ZERO);
        Lease inner = locks.reentrant("inner").acquire(Duration.ZERO);

        try (LockContext.Scope outside = LockContext.enter(outer)) {
            assertThat(LockContext.currentLease()).containsSame(outer);
            try (LockContext.Scope inside = LockContext.enter(inner)) {
                assertThat(LockContext.currentLease()).containsSame(inner);
            }
            assertThat(LockContext.currentLease()).containsSame(outer);
            LockContext.assertHeld();
        }

        assertThat(LockContext.currentLease()).isEmpty();
    }

    @Test
    void whenTheLeaseIsOverShouldNotPassAsHeld() throws Exception {
        Lease lease = locks.reentrant("order:42").acquire(Duration.ZERO);

        try (LockContext.Scope scope = LockContext.enter(lease)) {
            locks.reentrant("order:42").forceUnlock();

            assertThat(LockContext.currentLease()).containsSame(lease);
            assertThatThrownBy(LockContext::assertHeld).isInstanceOf(LeaseLostException.class);
        }
    }

    @Test
    void whenOnAnotherThreadShouldNotBeUnderTheLock() throws Exception {
        Lease lease = locks.reentrant("order:42").acquire(Duration.ZERO);

        try (LockContext.Scope scope = LockContext.enter(lease)) {
            Optional<Lease> elsewhere =
                    CompletableFuture.supplyAsync(LockContext::currentLease).join();

            assertThat(elsewhere).isEmpty();
        }
    }
}
