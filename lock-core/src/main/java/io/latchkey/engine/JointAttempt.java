package io.latchkey.engine;

import static java.util.Objects.requireNonNull;

import io.latchkey.Lease;
import io.latchkey.LockException;
import io.latchkey.NamedLock;
import io.latchkey.composite.Joint;
import io.latchkey.engine.Waiter.State;
import io.latchkey.spi.BackendFailure;
import io.latchkey.spi.LockBackend;
import io.latchkey.spi.Owner;
import io.latchkey.spi.Reply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * An attempt to take several locks, whose requests are sent without waiting for answers in between: those that one request
 * reaches in one. Each slot has a waiter in line, and believes its own request to be under way. So
 * whatever happens meanwhile, to one slot or to all, is what always happens there.
 *
 * <p>It is over when every waiter has been told what became of it, when time is up, or when whoever wanted the locks has
 * gone away; then all of them are had, or those that were granted are given back. Only the first waiter would wait: if not
 * all can be had it keeps its place in line for whoever then takes the locks one after the other, so that nobody who came
 * later is served before.
 */
final class JointAttempt implements Joint.Request {

    private final ThreadBoundLock firstLock;
    private final List<Reservation> reserved = new ArrayList<>();
    private final AtomicBoolean firstSettled = new AtomicBoolean();
    private final AtomicInteger unsettled;
    private final CompletableFuture<@Nullable Void> over = new CompletableFuture<>();

    private JointAttempt(List<ThreadBoundLock> locks) {
        this.firstLock = locks.get(0);
        this.unsettled = new AtomicInteger(locks.size());
    }

    /** Null when somebody here holds or wants one of the locks. */
    static @Nullable JointAttempt reserve(List<ThreadBoundLock> locks, List<LockRequest> requests) {
        JointAttempt attempt = new JointAttempt(locks);
        Map<Reach, Owner> owners = new HashMap<>();
        for (int i = 0; i < locks.size(); i++) {
            Runnable whenSettled = i == 0 ? attempt::firstSettled : attempt::oneSettled;
            Reservation one = locks.get(i).reserve(requests.get(i), owners, whenSettled);
            if (one == null) {
                attempt.reserved.forEach(Reservation::withdraw);
                return null;
            }
            attempt.reserved.add(one);
        }
        return attempt;
    }

    /** Once: it may be told that it has to wait, and later that it need not. */
    private void firstSettled() {
        if (!firstSettled.getAndSet(true)) {
            oneSettled();
        }
    }

    private void oneSettled() {
        if (unsettled.decrementAndGet() == 0) {
            over.complete(null);
        }
    }

    @Override
    public @Nullable List<Lease> send(Duration patience) {
        long limit = limit(patience);
        sendAll();
        try {
            Answers.await(over, limit, reserved.get(0).engine().looks);
        } catch (BackendFailure e) {
            // Whoever has no answer is asked now.
        }
        return outcome(limit);
    }

    @Override
    public CompletableFuture<@Nullable List<Lease>> sendAsync(Duration patience) {
        CompletableFuture<@Nullable List<Lease>> result = new CompletableFuture<>();
        EngineThreads threads = reserved.get(0).engine().threads;
        long limit = limit(patience);
        ScheduledFuture<?> timer = threads.later(limit, () -> over.complete(null));
        over.whenComplete((nothing, failure) -> threads.callback(() -> settle(result, limit)));
        result.whenComplete((leases, failure) -> {
            over.complete(null);
            if (timer != null) {
                timer.cancel(false);
            }
        });
        sendAll();
        if (timer == null) {
            // The engine is closed, and nobody would end this.
            over.complete(null);
        }
        return result;
    }

    /** How long answers are waited for: no longer than one may take, or the caller has time. */
    private long limit(Duration patience) {
        long most = 0;
        for (Reservation one : reserved) {
            most = Math.max(most, one.engine().commandTimeout);
        }
        return Times.patience(Times.waitNanos(patience), most);
    }

    private void sendAll() {
        Set<LockEngine> engines = new HashSet<>();
        Runnable sending = () -> Reach.sort(reserved, Reservation::reach, this::sendTogether, this::sendAlone);
        for (Reservation one : reserved) {
            LockEngine engine = one.engine();
            if (engines.add(engine)) {
                Runnable those = sending;
                sending = () -> engine.backend.together(those);
            }
        }
        sending.run();
    }

    private void sendAlone(Reservation one) {
        Answers.to(() -> one.engine().backend.acquire(one.acquisition()))
                .whenComplete((reply, failure) -> answered(one, reply, failure));
    }

    private void sendTogether(List<Reservation> some) {
        LockBackend backend = some.get(0).engine().backend;
        Answers.to(() -> backend.acquireTogether(
                        some.stream().map(Reservation::acquisition).toList()))
                .whenComplete((replies, failure) -> {
                    for (int i = 0; i < some.size(); i++) {
                        answered(some.get(i), replies == null ? null : replies.get(i), failure);
                    }
                });
    }

    private void answered(Reservation one, @Nullable Reply reply, @Nullable Throwable failure) {
        one.answered(reply, failure);
        if (one.equals(reserved.get(0)) && reply instanceof Reply.Busy) {
            firstSettled();
        }
    }

    @Override
    public NamedLock first() {
        return firstLock.insteadOf(reserved.get(0).waiter());
    }

    @Override
    public void giveUp() {
        reserved.get(0).giveUp();
    }

    private void settle(CompletableFuture<@Nullable List<Lease>> result, long limit) {
        if (result.isDone()) {
            reserved.forEach(Reservation::giveUp);
            return;
        }
        try {
            List<Lease> leases = outcome(limit);
            if (!result.complete(leases) && leases != null) {
                EngineJoint.OF_ALL.releaseAsync(leases);
            }
        } catch (LockException e) {
            result.completeExceptionally(e);
        }
    }

    /** What came of it, for whoever asks once it is over. A lease may have ended while another answer was on its way. */
    private @Nullable List<Lease> outcome(long limit) {
        LockException failure = null;
        boolean held = true;
        for (Reservation one : reserved) {
            Waiter waiter = one.waiter();
            if (waiter.waits() ? !firstSettled.get() : one.slot().cancel(waiter)) {
                failure = one.slot().whyNoAnswer(limit);
            } else if (waiter.state() == State.FAILED) {
                failure = waiter.failure().orElseThrow();
            }
            held &= waiter.state() == State.GRANTED && waiter.granted().isValid();
        }
        if (held) {
            return reserved.stream().<Lease>map(JointAttempt::granted).toList();
        }
        reserved.stream().filter(one -> !one.waiter().waits()).forEach(Reservation::giveUp);
        if (failure != null) {
            throw failure;
        }
        return null;
    }

    /** Listeners hear only of what was taken so: what was not is asked for again, one by one. */
    private static HeldLease granted(Reservation one) {
        Waiter waiter = one.waiter();
        one.engine().listeners.tell(listener -> listener.attempting(waiter));
        return requireNonNull(one.engine().calls.outcome(waiter));
    }
}
