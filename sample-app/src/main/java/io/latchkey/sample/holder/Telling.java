package io.latchkey.sample.holder;

import io.latchkey.Lease;
import io.latchkey.LockException;
import io.latchkey.NamedLock;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One telling of the story: the holder takes the lock, this process waits for it, the holder is stopped, its lease ends,
 * this process takes over, and what the holder still writes is refused.
 */
final class Telling implements AutoCloseable {

    /** What becomes of the holder: it is killed, or it is frozen, thawed, and then has written. */
    private enum Fate {
        UNDECIDED,
        KILLED,
        FROZEN,
        THAWED,
        HAS_WRITTEN
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
    private final Successor successor;
    private volatile @Nullable Holder holder;
    private Fate fate = Fate.UNDECIDED;
    private boolean held;

    Telling(NamedLock lock, Ledger ledger, Duration leaseTime, Narrator narrator) {
        this.lock = lock;
        this.ledger = ledger;
        this.leaseTime = leaseTime;
        this.narrator = narrator;
        this.successor = new Successor(lock);
        narrator.otherwise(() -> end(SUCCESSOR, "Cannot go on with the story. The log says why."));
    }

    void begin(HolderSettings settings) throws StoryException {
        narrator.begin(HOLDER, "A process of its own starts and asks for the lock '" + lock.name() + "'.");
        follow(start(settings));
    }

    private Holder start(HolderSettings settings) throws StoryException {
        try {
            return Holder.start(settings, this::hear);
        } catch (StoryException | RuntimeException e) {
            end(HOLDER, "Did not start.");
            throw e;
        }
    }

    void follow(Holder started) {
        holder = started;
        narrator.every(LOOK_AGAIN, this::look);
        narrator.after(LONGEST, this::giveUp);
    }

    void giveUp() {
        end(HOLDER, "Nobody did anything for a long time.");
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

    /** What the holder says. */
    void hear(String what, long token) {
        narrator.next(() -> {
            switch (what) {
                case "held" -> isHeld(token);
                case "lost" -> narrator.tell("lost", HOLDER, "Hears from its own watchdog that the lease is lost.");
                case "written" -> isWritten();
                case "refused" -> isRefused(token);
                case "ended" -> hasEnded();
                default -> log.debug("the holder says {} {}", what, token);
            }
        });
    }

    private void isHeld(long token) {
        held = true;
        narrator.tell(
                "held",
                HOLDER,
                "Has the lock, with fencing token %d. Its lease is %d s, and its watchdog renews it every third of that."
                        .formatted(token, leaseTime.toSeconds()));
        narrator.tell("waiting", SUCCESSOR, "Waits for the lock.");
        successor.await(
                LONGEST,
                lease -> narrator.next(() -> takeOver(lease)),
                failure -> narrator.next(() -> waitedInVain(failure)));
    }

    private void waitedInVain(Throwable failure) {
        log.warn("waiting for the lock of the story: {}", failure.toString());
        end(SUCCESSOR, "Cannot wait for the lock any longer. The log says why.");
    }

    private void isWritten() {
        fate = Fate.HAS_WRITTEN;
        narrator.tell("written", HOLDER, "Its late write was accepted, which should not happen.");
        endSoon("Gives the lock back.");
    }

    private void isRefused(long token) {
        fate = Fate.HAS_WRITTEN;
        narrator.tell(
                "refused",
                HOLDER,
                "Its late write is refused: the ledger has seen token %d, and this one is %d."
                        .formatted(ledger.highestToken(), token));
        endSoon("Gives the lock back. Nothing was written twice.");
    }

    private void hasEnded() {
        if (!held) {
            end(HOLDER, "Ended without the lock. The console says why.");
        } else if (fate == Fate.UNDECIDED) {
            fate = Fate.KILLED;
            narrator.tell("killed", HOLDER, "Ended by itself. What it did not give back runs down.");
        } else if (fate == Fate.THAWED) {
            end(HOLDER, "Ended before it could write. The console says why.");
        }
    }

    private void takeOver(Lease lease) {
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
            endSoon("Gives the lock back. Nothing was written twice.");
        }
    }

    private void thaw() {
        Holder frozen = holder;
        try {
            if (frozen != null) {
                frozen.tell("write");
                Signals.thaw(frozen.process());
                fate = Fate.THAWED;
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
            narrator.show(successor.hasTheLock() ? SUCCESSOR : HOLDER, lock.remainingLease());
        } catch (LockException e) {
            log.debug("looking at the lock", e);
        }
    }

    private void endSoon(String text) {
        narrator.after(LINGER, () -> end(SUCCESSOR, text));
    }

    private void end(String who, String text) {
        successor.close();
        Holder process = holder;
        if (process != null && fate == Fate.UNDECIDED) {
            // Else the lock would be held for as long as a lease lasts, and no other story could begin.
            process.release();
        }
        narrator.end(who, text);
        close();
    }

    boolean isOver() {
        return narrator.isDone();
    }

    /** Ends the story and both who hold the lock in it, wherever it stands. */
    @Override
    public void close() {
        narrator.close();
        successor.close();
        Holder process = holder;
        if (process != null) {
            process.close();
        }
    }
}
