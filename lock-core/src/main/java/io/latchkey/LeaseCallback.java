package io.latchkey;

import org.jspecify.annotations.Nullable;

/** Work done under a lock, given the lease it works under. */
@FunctionalInterface
public interface LeaseCallback<T extends @Nullable Object> {

    T doWithLease(Lease lease);
}
