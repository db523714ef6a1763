package io.latchkey.composite;

import io.latchkey.Lease;
import io.latchkey.LockException;
import io.latchkey.spi.Printable;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The leases of several locks as one: valid while all of them are, lost when the first is.
 *
 * @param name of the multi-lock
 * @param parts in the order in which they were taken
 */
record MultiLease(String name, List<Lease> parts) implements Lease {

    private static final Logger log = LoggerFactory.getLogger(MultiLease.class);

    MultiLease {
        parts = List.copyOf(parts);
    }

    @Override
    public long fencingToken() {
        if (parts.size() > 1) {
            throw new UnsupportedOperationException(
                    "multi-lock '%s' has no fencing token of its own, but one for each of its locks: ask those that parts() gives"
                            .formatted(Printable.of(name)));
        }
        return parts.get(0).fencingToken();
    }

    @Override
    public boolean isValid() {
        return parts.stream().allMatch(Lease::isValid);
    }

    @Override
    public Duration remaining() {
        return parts.stream()
                .map(Lease::remaining)
                .min(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
    }

    @Override
    public void ensureValid() {
        parts.forEach(Lease::ensureValid);
    }

    @Override
    public boolean extend(Duration leaseTime) {
        boolean held = true;
        for (Lease part : parts) {
            held &= part.extend(leaseTime);
        }
        return held;
    }

    @Override
    public Lease onLost(Consumer<Lease> callback) {
        AtomicBoolean told = new AtomicBoolean();
        parts.forEach(part -> part.onLost(lost -> {
            if (!told.getAndSet(true)) {
                callback.accept(this);
            }
        }));
        return this;
    }

    @Override
    public void release() {
        Failure failure = new Failure();
        GivingBack.release(parts, failure);
        failure.rethrow();
    }

    @Override
    public CompletableFuture<Void> releaseAsync() {
        List<CompletableFuture<Void>> releases = GivingBack.releaseAsync(parts);
        CompletableFuture<Void> result = new CompletableFuture<>();
        CompletableFuture.allOf(releases.toArray(new CompletableFuture<?>[0])).whenComplete((nothing, failure) -> {
            if (failure == null) {
                result.complete(null);
            } else {
                result.completeExceptionally(collected(releases, failure));
            }
        });
        return result;
    }

    /** The first failure with the others in it, as {@link #release()} would throw it. */
    private static Throwable collected(List<CompletableFuture<Void>> releases, Throwable any) {
        Failure failures = new Failure();
        for (CompletableFuture<Void> release : releases) {
            try {
                release.join();
            } catch (CompletionException e) {
                failures.add(e.getCause() == null ? e : e.getCause());
            }
        }
        return failures.firstOr(any);
    }

    @Override
    public void close() {
        try {
            release();
        } catch (LockException e) {
            warn(e);
            Arrays.stream(e.getSuppressed()).forEach(this::warn);
        }
    }

    private void warn(Throwable failure) {
        log.warn("closing lease {} failed: {}", this, failure.getMessage());
    }

    @Override
    public String toString() {
        return "Lease[multi-lock '%s': %s]".formatted(Printable.of(name), parts);
    }
}
