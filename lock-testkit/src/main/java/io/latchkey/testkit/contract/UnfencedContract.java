package io.latchkey.testkit.contract;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.latchkey.Lease;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A lock without fencing tokens says so, and gives no number that might be taken for one. */
public interface UnfencedContract extends LockWorld {

    AtomicLong ENTRIES = new AtomicLong();

    @Override
    default void assertLater(Lease later, Lease earlier) {
        assertNoToken(later);
        assertNoToken(earlier);
    }

    @Override
    default long tokenOf(Lease lease) {
        return ENTRIES.incrementAndGet();
    }

    @Test
    default void whenAskedForATokenShouldSayThatThereIsNone() throws Exception {
        Lease lease = here(freshName()).acquire(Duration.ZERO);

        assertNoToken(lease);

        lease.release();
        assertNoToken(lease);
    }

    private static void assertNoToken(Lease lease) {
        assertThatThrownBy(lease::fencingToken)
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("'%s' has no fencing token", lease.name());
    }
}
