package io.latchkey.spring.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.Lease;
import io.latchkey.LockOverview.Holder;
import io.latchkey.NamedLock;
import io.latchkey.memory.InMemoryLocks;
import io.latchkey.spi.LockKind;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class LockLookupTest {

    /** They have no lock to open: permits belong to their holders, and nobody holds a latch. */
    private static final Set<LockKind> NOT_OPENED = Set.of(LockKind.SEMAPHORE, LockKind.LATCH);

    @AutoClose
    private final InMemoryLocks locks = InMemoryLocks.create();

    private final LockLookup lookup = new LockLookup(() -> List.of(locks));

    @Test
    void shouldOpenALockOfEveryKind() throws Exception {
        List<NamedLock> each = List.of(
                locks.reentrant("reentrant"),
                locks.fair("fair"),
                locks.readWrite("read").readLock(),
                locks.readWrite("write").writeLock(),
                locks.red("red"));
        assertThat(each)
                .extracting(NamedLock::name)
                .as("one of each kind; a new one needs a line in LockLookup")
                .containsExactlyElementsOf(Arrays.stream(LockKind.values())
                        .filter(kind -> !NOT_OPENED.contains(kind))
                        .map(LockKind::label)
                        .toList());

        for (NamedLock lock : each) {
            Lease held = lock.acquire(Duration.ZERO);

            assertThat(lookup.forceUnlock(lock.name())).extracting(Holder::kind).containsExactly(lock.name());
            assertThat(held.isValid()).isFalse();
        }
    }
}
