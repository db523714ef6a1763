package io.latchkey.engine;

import io.latchkey.Lease;
import io.latchkey.engine.EngineSettings.Seams;
import io.latchkey.spi.BackendFailure;
import io.latchkey.spi.LockBackend;
import io.latchkey.spi.LockBackend.Hold;
import io.latchkey.spi.LockBackend.Holder;
import io.latchkey.spi.LockId;
import io.latchkey.spi.Owner;
import io.latchkey.spi.ThreadName;
import io.latchkey.spi.Ticker;
import io.latchkey.spi.Ticker.Jump;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes, keeps and gives back locks on a backend, one engine per process and backend. It knows leases, not threads:
 * binding a lock to a thread is {@link ThreadBoundLock}'s. What happens to one lock is told in {@link Slot}.
 */
final class LockEngine implements LockBackend.WakeUps, AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(LockEngine.class);

    final LockBackend backend;
    final EngineThreads threads;
    final Watchdog watchdog = new Watchdog(this);
    final Renewals renewals = new Renewals(this);
    final Requests requests = new Requests(this);
    final Calls calls = new Calls(this);
    final Listeners listeners;
    final QuickLook looks;

    /** Of renewed leases, in nanoseconds; so are the other times. */
    final long leaseTime;

    final long commandTimeout;
    /** How long newcomers gather for a place in line. */
    final long gatheringTime;
    /** Renewals due this soon go along with one that is due now. */
    final long renewalWindow;
    /** The pause before a renewal that brought no answer is sent again. */
    final long renewalRetry;

    private final String process = ProcessId.random();
    private final AtomicLong acquisitions = new AtomicLong();
    private final ConcurrentMap<LockId, Slot> slots = new ConcurrentHashMap<>();
    private final Ticker ticker;
    private final long origin;
    private final @Nullable RandomGenerator random;
    private volatile boolean closed;

    LockEngine(LockBackend backend, EngineSettings settings) {
        this.backend = backend;
        Seams seams = settings.seams();
        this.threads = new EngineThreads(seams);
        this.random = seams.random();
        this.listeners = new Listeners(settings.listeners());
        this.ticker = seams.ticker();
        this.origin = ticker.nanoTime();
        this.leaseTime = settings.leaseTime().toNanos();
        this.commandTimeout = settings.commandTimeout().toNanos();
        this.gatheringTime = backend.gatheringTime().toNanos();
        this.renewalWindow = leaseTime / 16;
        this.renewalRetry = leaseTime / 12;
        // The servers may be on this machine, and must not wait for somebody who only looks.
        this.looks = new QuickLook(Runtime.getRuntime().availableProcessors() > backend.servers(), System::nanoTime);
        try {
            backend.start(process, this);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Nanoseconds since this engine was made, by a clock that never goes back. */
    long now() {
        return ticker.nanoTime() - origin;
    }

    /** The last time the clock jumped ahead, by the time of {@link #now}. */
    Optional<Jump> lastJump() {
        return ticker.lastJump().map(jump -> new Jump(jump.at() - origin, jump.by()));
    }

    /** A time below the bound, so that those who failed together do not come back together. */
    long jitter(long bound) {
        RandomGenerator source = random == null ? ThreadLocalRandom.current() : random;
        return source.nextLong(bound);
    }

    /** The slot of a lock; it may be gone before it is used. */
    Slot slot(LockId lock) {
        return slots.computeIfAbsent(lock, id -> new Slot(this, id));
    }

    /** The lease under which this process holds the lock, if it does. */
    @Nullable
    HeldLease heldHere(LockId lock) {
        Slot slot = slots.get(lock);
        return slot == null ? null : slot.holder();
    }

    /** Renews a lease for at least the given time; false when it is no longer held. */
    boolean extend(HeldLease lease, long leaseNanos) {
        return extend(lease, leaseNanos, commandTimeout);
    }

    /** The same for one who has no more time than this to wait for the answer. */
    boolean extend(HeldLease lease, long leaseNanos, long patience) {
        try {
            return Answers.await(extendAsync(lease, leaseNanos), patience, looks);
        } catch (BackendFailure e) {
            throw Failures.notAnswered(lease.slot.id, e);
        }
    }

    /** The same without a thread. How long the answer may take is for those to say who wait for it. */
    CompletableFuture<Boolean> extendAsync(HeldLease lease, long leaseNanos) {
        if (!lease.slot.holds(lease)) {
            return CompletableFuture.completedFuture(false);
        }
        long sentAt = now();
        if (lease.expiresAt() >= Times.leaseEnd(sentAt, leaseNanos)) {
            return CompletableFuture.completedFuture(true);
        }
        if (closed) {
            throw Failures.closed(lease.slot.id);
        }
        Hold hold = new Hold(lease.slot.id, lease.run.owner);
        return requests.ask(() -> backend.renew(List.of(hold), Duration.ofNanos(leaseNanos)))
                .thenApply(held -> {
                    lease.slot.renewed(lease.run, held.get(0), sentAt, leaseNanos);
                    return held.get(0) && lease.isValid();
                });
    }

    List<Holder> look(LockId lock) {
        return answer(lock, () -> backend.look(lock));
    }

    boolean forceUnlock(LockId lock) {
        Slot slot = slots.get(lock);
        List<HeldLease> holders = slot == null ? List.of() : slot.held();
        boolean forced = answer(lock, () -> backend.forceRelease(lock));
        if (forced) {
            log.warn("lock '{}' was forced open by {}:{}", lock.printable(), shortName(), ThreadName.current());
        }
        if (slot != null) {
            holders.forEach(holder -> slot.forcedOpen(holder.run));
        }
        return forced;
    }

    /** The backend's answer to a question about a lock, or to anything else that is not taking or releasing it. */
    <T extends @Nullable Object> T answer(LockId lock, Supplier<CompletionStage<T>> question) {
        if (closed) {
            throw Failures.closed(lock);
        }
        try {
            return Answers.await(requests.ask(question), commandTimeout, looks);
        } catch (BackendFailure e) {
            throw Failures.notAnswered(lock, e);
        }
    }

    /** A lease ended early: says so in the log, then to whoever asked to be told. */
    void lost(HeldLease lease) {
        log.warn(lease.lossException().getMessage());
        threads.callback(() -> listeners.tell(listener -> listener.lost(lease)));
        lease.takeCallbacks().forEach(callback -> threads.callback(() -> tell(lease, callback)));
    }

    void tell(HeldLease lease, Consumer<Lease> lostCallback) {
        try {
            lostCallback.accept(lease);
        } catch (RuntimeException | Error e) {
            log.warn("onLost callback of {} failed", lease, e);
        }
    }

    @Override
    public void wake(LockId lock) {
        Slot slot = slots.get(lock);
        if (slot == null || !slot.wake()) {
            requests.abandon(new Hold(lock, Owner.nobody(process)), null, 0);
        }
    }

    /** Asks who holds the lock now; only a holder that renews would hear of it by itself. */
    @Override
    public void forced(LockId lock) {
        Slot slot = slots.get(lock);
        List<HeldLease> held = slot == null ? List.of() : slot.held();
        if (slot != null && !held.isEmpty()) {
            requests.ask(() -> backend.look(lock)).thenAccept(holders -> {
                Set<String> owners = holders.stream().map(Holder::owner).collect(Collectors.toSet());
                held.stream()
                        .map(lease -> lease.run)
                        .filter(run -> !owners.contains(run.owner.id()))
                        .forEach(slot::forcedOpen);
            });
        }
    }

    @Override
    public void wakeAll() {
        slots.values().forEach(Slot::wake);
    }

    Owner newOwner(Waiter waiter) {
        return new Owner(process, waiter.threadId, acquisitions.incrementAndGet(), waiter.request.wanted());
    }

    /** A name for something that must happen once, however often it is asked for. */
    Owner newOperation() {
        return new Owner(process, Thread.currentThread().getId(), acquisitions.incrementAndGet());
    }

    /** The owner so written, if it is one of this process. */
    Optional<Owner> ownedHere(@Nullable String id) {
        return id == null || !id.startsWith(process) ? Optional.empty() : Owner.parse(id);
    }

    /** An owner of this process whose lease is not here, or not any more. */
    String nameOf(Owner here) {
        return "%s:thread #%d".formatted(shortName(), here.thread());
    }

    /** Enough of the process id for a person to tell processes apart. */
    String shortName() {
        return process.substring(0, 4);
    }

    Collection<Slot> slots() {
        return slots.values();
    }

    void forget(Slot slot) {
        slots.remove(slot.id, slot);
    }

    boolean isClosed() {
        return closed;
    }

    /** Turns waiters away, gives back what is held, and lets the backend go when it has answered or had its time. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        slots.values().forEach(Slot::shutDown);
        awaitQuiet();
        watchdog.stop();
        renewals.stop();
        threads.close();
        backend.close();
    }

    private void awaitQuiet() {
        long until = System.nanoTime() + commandTimeout;
        boolean interrupted = false;
        while ((!slots.isEmpty() || requests.underWay() > 0) && System.nanoTime() < until) {
            LockSupport.parkNanos(1_000_000);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
