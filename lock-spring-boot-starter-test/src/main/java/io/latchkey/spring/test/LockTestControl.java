package io.latchkey.spring.test;

import io.latchkey.Lease;
import io.latchkey.LockOverview;
import io.latchkey.LockOverview.Held;
import io.latchkey.LockTimeoutException;
import io.latchkey.Locks;
import io.latchkey.NamedLock;
import java.time.Duration;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;

/**
 * A test's hand on the application's locks: holds one as another process would, takes one away from whoever has it, and tells
 * what is held. Injected into tests; what it holds is released after each test.
 */
public final class LockTestControl {

    private final Locks locks;
    private final LockOverview overview;
    private final LockRecorder recorder;
    private final Map<String, Deque<Lease>> own = new ConcurrentHashMap<>();

    LockTestControl(Locks locks, LockRecorder recorder) {
        if (!(locks instanceof LockOverview viewed)) {
            throw new IllegalArgumentException(
                    "LockTestControl needs locks that can be looked at, such as InMemoryLocks, was "
                            + locks.getClass().getName());
        }
        this.locks = locks;
        this.overview = viewed;
        this.recorder = recorder;
    }

    /**
     * Holds the re-entrant lock of that name, so that it is busy for the application, the test's own thread included.
     *
     * @return the hold, to be closed, or released by {@link #release}
     * @throws IllegalStateException when it is held already; the message says by whom
     */
    public Lease hold(String name) {
        return hold(locks.reentrant(name));
    }

    /** Holds a lock of any kind: {@code hold(locks.readWrite("stock").writeLock())}. */
    public Lease hold(NamedLock lock) {
        try {
            Lease lease = lock.acquire(Duration.ZERO);
            lease.parts().forEach(part -> recorder.forgetOne(part.name()));
            own.computeIfAbsent(lock.name(), name -> new ConcurrentLinkedDeque<>())
                    .push(lease);
            return lease;
        } catch (LockTimeoutException e) {
            throw new IllegalStateException("the test cannot hold " + lock + ": " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while taking " + lock, e);
        }
    }

    /**
     * Releases what {@link #hold} took; the last of several holds of a read lock.
     *
     * @throws IllegalStateException when the test does not hold the lock
     */
    public void release(String name) {
        Deque<Lease> leases = own.get(name);
        if (leases == null) {
            throw new IllegalStateException("the test does not hold lock '" + name + "', but " + own.keySet());
        }
        leases.pop().close();
        if (leases.isEmpty()) {
            own.remove(name);
        }
    }

    /**
     * Takes the lock away from its holder, as if its lease had ended: the lease turns invalid, its callbacks run, and releasing it
     * fails. The lock is free afterwards; {@link #hold} it to let somebody else have it.
     *
     * @throws IllegalStateException when nobody in this application holds it
     */
    public void lose(String name) {
        List<Held> held = state(name).held();
        if (held.isEmpty()) {
            throw new IllegalStateException("nobody holds lock '" + name + "', so nobody can lose it; held are "
                    + overview.held().stream().map(Held::name).toList());
        }
        boolean taken = held.stream()
                        .map(Held::kind)
                        .distinct()
                        .flatMap(kind -> lock(kind, name).stream())
                        .filter(NamedLock::forceUnlock)
                        .count()
                > 0;
        if (!taken) {
            throw new IllegalStateException(
                    "lock '" + name + "' is held as " + held.get(0).kind() + ", which cannot be taken away");
        }
    }

    private Optional<NamedLock> lock(String kind, String name) {
        return switch (kind) {
            case "reentrant" -> Optional.of(locks.reentrant(name));
            case "fair" -> Optional.of(locks.fair(name));
            case "read" -> Optional.of(locks.readWrite(name).readLock());
            case "write" -> Optional.of(locks.readWrite(name).writeLock());
            case "red" -> Optional.of(locks.red(name));
            default -> Optional.empty();
        };
    }

    /** What is known of the lock now. */
    public LockState state(String name) {
        return new LockState(
                name,
                overview.held().stream()
                        .filter(held -> held.name().equals(name))
                        .toList(),
                overview.waiting().stream()
                        .filter(waiting -> waiting.name().equals(name))
                        .toList(),
                recorder.acquisitions(name),
                recorder.losses(name));
    }

    /** Everything this application holds. */
    public List<Held> held() {
        return overview.held();
    }

    /** Releases what the test holds and forgets what it saw; done after each test. */
    public void reset() {
        own.values().forEach(leases -> leases.forEach(Lease::close));
        own.clear();
        recorder.forgetAll();
    }
}
