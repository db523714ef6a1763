package io.latchkey.sample.holder;

import io.latchkey.Lease;
import io.latchkey.LockException;
import io.latchkey.NamedLock;
import io.latchkey.sample.live.Bus;
import io.latchkey.sample.live.Message.LeaseSeen;
import io.latchkey.sample.live.Message.StoryTold;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One telling of the story: the holder takes the lock, this process waits for it, the holder is stopped, its lease ends,
 * this process takes over, and what the holder still writes is refused. Everything happens on one thread.
 */
final class Telling implements AutoCloseable {

    private enum Fate {
        UNDECIDED,
        FROZEN,
        KILLED
    }

    private static final Logger log = LoggerFactory.getLogger(Telling.class);
    private static final Duration LONGEST = Duration.ofMinutes(2);
    private static final Duration LINGER = Duration.ofMillis(2500);
    private static final int LOOK_EVERY_MILLIS = 200;
    private static final String HOLDER = "the holder";
    private static final String SUCCESSOR = "this process";

    private final ScheduledExecutorService narrator = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "story");
        thread.setDaemon(true);
        return thread;
    });
    private final NamedLock lock;
    private final Ledger ledger;
    private final Bus bus;
    private final Duration leaseTime;
    private volatile @Nullable Holder holder;
    private volatile @Nullable Lease successorLease;
    private volatile @Nullable CompletableFuture<Lease> waiting;
    private Fate fate = Fate.UNDECIDED;
    private boolean held;

    Telling(NamedLock lock, Ledger ledger, Bus bus, Duration leaseTime) {
        this.lock = lock;
        this.ledger = ledger;
        this.bus = bus;
        this.leaseTime = leaseTime;
    }

    void begin(HolderSettings settings) throws StoryException {
        tell("start", HOLDER, "A process of its own starts and asks for the lock '%s'.".formatted(lock.name()));
        Holder started = Holder.start(settings, (what, token) -> later(() -> heard(what, token)));
        later(() -> holder = started);
        narrator.scheduleWithFixedDelay(this::look, 0, LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS);
        narrator.schedule(this::close, LONGEST.toSeconds(), TimeUnit.SECONDS);
    }

    void freeze() throws StoryException {
        now(() -> {
            Signals.freeze(held().process());
            fate = Fate.FROZEN;
            tell("frozen", HOLDER, "Frozen: it does not know, its watchdog renews nothing, and its lease runs down.");
            return fate;
        });
    }

    void kill() throws StoryException {
        now(() -> {
            held().close();
            fate = Fate.KILLED;
            tell("killed", HOLDER, "Killed: nobody gives the lock back, and its lease runs down.");
            return fate;
        });
    }

    private Holder held() throws StoryException {
        if (holder == null || !held || fate != Fate.UNDECIDED) {
            throw new StoryException(held ? "That has been done." : "The holder does not have the lock yet.");
        }
        return holder;
    }

    private void heard(String what, long token) {
        switch (what) {
            case "held" -> {
                held = true;
                tell(
                        "held",
                        HOLDER,
                        ("Has the lock, with fencing token %d. Its lease is %s, and its watchdog renews"
                                        + " it every third of that.")
                                .formatted(token, seconds(leaseTime)));
                tell("waiting", SUCCESSOR, "Waits for the lock.");
                waiting = lock.acquireAsync(LONGEST);
                waiting.thenAccept(lease -> {
                    if (!later(() -> takeOver(lease))) {
                        lease.releaseAsync();
                    }
                });
            }
            case "lost" -> tell("lost", HOLDER, "Hears from its own watchdog that the lease is lost.");
            case "written" -> tell("written", HOLDER, "Its late write was accepted. That should not have happened.");
            case "refused" -> {
                tell(
                        "refused",
                        HOLDER,
                        "Its late write is refused: the ledger has seen token %d, and this one is %d."
                                .formatted(ledger.highestToken(), token));
                closeSoon();
            }
            default -> {
                if (!held) {
                    tell("end", HOLDER, "Ended without the lock.");
                    close();
                }
            }
        }
    }

    private void takeOver(Lease lease) {
        successorLease = lease;
        tell(
                "taken-over",
                SUCCESSOR,
                "Takes over as soon as the lease has ended, with the greater token %d."
                        .formatted(lease.fencingToken()));
        if (ledger.write(SUCCESSOR, lease.fencingToken())) {
            tell("wrote", SUCCESSOR, "Writes to the ledger, which remembers that token.");
        }
        if (fate == Fate.FROZEN) {
            thaw();
        } else {
            closeSoon();
        }
    }

    private void thaw() {
        try {
            if (holder != null) {
                holder.tell("write");
                Signals.thaw(holder.process());
                tell(
                        "thawed",
                        HOLDER,
                        "Goes on where it was stopped, past every check, and writes with its old token.");
            }
        } catch (IOException | StoryException e) {
            tell("end", HOLDER, "Could not be woken: " + e.getMessage());
            close();
        }
    }

    private void look() {
        try {
            long remaining = lock.remainingLease().toMillis();
            bus.publish(new LeaseSeen(now(), successorLease == null ? HOLDER : SUCCESSOR, remaining));
        } catch (LockException e) {
            log.debug("looking at the lock", e);
        }
    }

    private void closeSoon() {
        narrator.schedule(
                () -> {
                    tell("end", SUCCESSOR, "Gives the lock back. Nothing was written twice.");
                    close();
                },
                LINGER.toMillis(),
                TimeUnit.MILLISECONDS);
    }

    boolean isOver() {
        return narrator.isShutdown();
    }

    /** Ends the story and both holders, wherever it stands. */
    @Override
    public void close() {
        narrator.shutdownNow();
        if (waiting != null) {
            waiting.cancel(false);
        }
        if (holder != null) {
            holder.close();
        }
        if (successorLease != null) {
            successorLease.close();
        }
    }

    private void tell(String step, String who, String text) {
        bus.publish(new StoryTold(now(), step, who, text));
    }

    /** Whether the story still goes on. */
    private boolean later(Runnable step) {
        try {
            narrator.execute(step);
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    private <T> void now(Callable<T> step) throws StoryException {
        Future<T> done;
        try {
            done = narrator.submit(step);
            done.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof StoryException told ? told : new StoryException("" + e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RejectedExecutionException e) {
            throw new StoryException("The story is over. Start another holder.");
        }
    }

    private static String seconds(Duration time) {
        return "%.0f s".formatted(time.toMillis() / 1000.0);
    }

    private static long now() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    }
}
