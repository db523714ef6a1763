package io.latchkey.sample.holder;

import io.latchkey.Lease;
import io.latchkey.LockException;
import io.latchkey.NamedLock;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One telling of the story: the holder takes the lock, this process waits for it, the holder is stopped, its lease ends,
 * this process takes over, and what the holder still writes is refused.
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
    private static final Duration LOOK_AGAIN = Duration.ofMillis(200);
    private static final String HOLDER = "the holder";
    private static final String SUCCESSOR = "this process";

    private final NamedLock lock;
    private final Ledger ledger;
    private final Duration leaseTime;
    private final Narrator narrator;
    private volatile @Nullable Holder holder;
    private volatile @Nullable CompletableFuture<Lease> waiting;
    private volatile @Nullable Lease successorLease;
    private Fate fate = Fate.UNDECIDED;
    private boolean held;

    Telling(NamedLock lock, Ledger ledger, Duration leaseTime, Narrator narrator) {
        this.lock = lock;
        this.ledger = ledger;
        this.leaseTime = leaseTime;
        this.narrator = narrator;
    }

    void begin(HolderSettings settings) throws StoryException {
        narrator.tell("start", HOLDER, "A process of its own starts and asks for the lock '" + lock.name() + "'.");
        holder = start(settings);
        narrator.every(LOOK_AGAIN, this::look);
        narrator.after(LONGEST, () -> end(HOLDER, "Nobody did anything for a long time."));
    }

    private Holder start(HolderSettings settings) throws StoryException {
        try {
            return Holder.start(settings, (what, token) -> narrator.next(() -> heard(what, token)));
        } catch (StoryException | RuntimeException e) {
            end(HOLDER, "Did not start.");
            throw e;
        }
    }

    void freeze() throws StoryException {
        narrator.nextAndWait(() -> {
            Signals.freeze(undecided().process());
            fate = Fate.FROZEN;
            narrator.tell(
                    "frozen",
                    HOLDER,
                    "Frozen: it does not know, its watchdog renews nothing, and its lease runs down.");
            return fate;
        });
    }

    void kill() throws StoryException {
        narrator.nextAndWait(() -> {
            undecided().close();
            fate = Fate.KILLED;
            narrator.tell("killed", HOLDER, "Killed: nobody gives the lock back, and its lease runs down.");
            return fate;
        });
    }

    private Holder undecided() throws StoryException {
        Holder current = holder;
        if (current == null || !held) {
            throw new StoryException("The holder does not have the lock yet.");
        }
        if (fate != Fate.UNDECIDED) {
            throw new StoryException("That has been done.");
        }
        return current;
    }

    private void heard(String what, long token) {
        switch (what) {
            case "held" -> isHeld(token);
            case "lost" -> narrator.tell("lost", HOLDER, "Hears from its own watchdog that the lease is lost.");
            case "written" -> narrator.tell("written", HOLDER, "Its late write was accepted, which should not happen.");
            case "refused" -> {
                narrator.tell(
                        "refused",
                        HOLDER,
                        "Its late write is refused: the ledger has seen token %d, and this one is %d."
                                .formatted(ledger.highestToken(), token));
                endSoon();
            }
            default -> {
                if (!held) {
                    end(HOLDER, "Ended without the lock. The console says why.");
                }
            }
        }
    }

    private void isHeld(long token) {
        held = true;
        narrator.tell(
                "held",
                HOLDER,
                "Has the lock, with fencing token %d. Its lease is %d s, and its watchdog renews it every third of that."
                        .formatted(token, leaseTime.toSeconds()));
        narrator.tell("waiting", SUCCESSOR, "Waits for the lock.");
        CompletableFuture<Lease> acquisition = lock.acquireAsync(LONGEST);
        waiting = acquisition;
        acquisition.thenAccept(lease -> {
            if (!narrator.next(() -> takeOver(lease))) {
                lease.releaseAsync();
            }
        });
    }

    private void takeOver(Lease lease) {
        successorLease = lease;
        narrator.tell(
                "taken-over",
                SUCCESSOR,
                "Takes over as soon as the lease has ended, with the greater token %d."
                        .formatted(lease.fencingToken()));
        if (ledger.write(SUCCESSOR, lease.fencingToken())) {
            narrator.tell("wrote", SUCCESSOR, "Writes to the ledger, which remembers that token.");
        }
        if (fate == Fate.FROZEN) {
            thaw();
        } else {
            endSoon();
        }
    }

    private void thaw() {
        Holder frozen = holder;
        try {
            if (frozen != null) {
                frozen.tell("write");
                Signals.thaw(frozen.process());
                narrator.tell(
                        "thawed",
                        HOLDER,
                        "Goes on where it was stopped, past every check, and writes with its old token.");
            }
        } catch (IOException | StoryException e) {
            end(HOLDER, "Could not be woken: " + e.getMessage());
        }
    }

    private void look() {
        try {
            narrator.show(successorLease == null ? HOLDER : SUCCESSOR, lock.remainingLease());
        } catch (LockException e) {
            log.debug("looking at the lock", e);
        }
    }

    private void endSoon() {
        narrator.after(LINGER, () -> end(SUCCESSOR, "Gives the lock back. Nothing was written twice."));
    }

    private void end(String who, String text) {
        narrator.tell("end", who, text);
        close();
    }

    boolean isOver() {
        return narrator.isDone();
    }

    /** Ends the story and both who hold the lock in it, wherever it stands. */
    @Override
    public void close() {
        narrator.close();
        CompletableFuture<Lease> acquisition = waiting;
        if (acquisition != null) {
            acquisition.cancel(false);
        }
        Holder process = holder;
        if (process != null) {
            process.close();
        }
        Lease lease = successorLease;
        if (lease != null) {
            lease.close();
        }
    }
}
