package io.latchkey.spring.interceptor;

import io.latchkey.Lease;
import io.latchkey.Locks;
import java.time.Duration;

/** Somebody else who holds a lock. */
final class Holder implements AutoCloseable {

    private final Lease lease;

    private Holder(Lease lease) {
        this.lease = lease;
    }

    static Holder of(Locks locks, String name) {
        try {
            return new Holder(locks.reentrant(name).acquire(Duration.ofSeconds(10)));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        lease.release();
    }
}
