package io.latchkey.spi;

import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Where locks live. It keeps one owner per lock, a line of waiting processes, and fencing tokens; waiting, re-entrancy,
 * deadlines, renewal and loss are the engine's.
 *
 * <p>Rules for every method that returns a stage:
 *
 * <ul>
 *   <li>It never blocks, and never throws; what goes wrong completes the stage, with a {@link BackendFailure} where
 *       something is known about it.
 *   <li>Requests for one lock are carried out in the order they were made, unless the connection is lost between them.
 *   <li>A request may be carried out twice, or long after its caller gave up. The owner's acquisition number makes the
 *       second time harmless, and an acquisition that was released or abandoned is not granted any more.
 * </ul>
 */
public interface LockBackend extends AutoCloseable {

    /** How many fencing tokens one grant reserves: as many as the process may hand the lock on without asking. */
    int TOKENS_PER_RUN = 256;

    /**
     * A request for a lock.
     *
     * @param leaseTime how long the owner keeps it without renewing
     * @param permits how many may hold the lock at once, for a kind that counts them
     * @param under a hold of the same thread that lets it in, for a kind where one lock leads to another
     * @param tickets the places in line to take or keep when the lock is busy, in order; none to go away. Only a kind
     *     with {@link LockKind#hasPlaceEach a place for each} has more than one
     * @param entitled whether the hold that this one follows was for a place that is not served yet, so that nobody in
     *     line comes before
     */
    record Acquisition(
            LockId lock,
            Owner owner,
            Duration leaseTime,
            int permits,
            @Nullable Owner under,
            List<Ticket> tickets,
            boolean entitled) {

        /** With one place to take or keep, or none. */
        public Acquisition(
                LockId lock,
                Owner owner,
                Duration leaseTime,
                int permits,
                @Nullable Owner under,
                @Nullable Ticket ticket) {
            this(lock, owner, leaseTime, permits, under, ticket == null ? List.of() : List.of(ticket), false);
        }

        /** The last of the places, the only one that may be new; null to go away. */
        public @Nullable Ticket ticket() {
            return tickets.isEmpty() ? null : tickets.get(tickets.size() - 1);
        }
    }

    /**
     * An owner's hold on a lock.
     *
     * @param lastToken the last fencing token that was handed out under it; 0 when that is not known
     */
    record Hold(LockId lock, Owner owner, long lastToken) {

        /** A hold of which only the owner is known. */
        public Hold(LockId lock, Owner owner) {
            this(lock, owner, 0);
        }
    }

    /**
     * Who holds a lock.
     *
     * @param owner as written at the backend
     * @param remaining until the lock opens by itself
     */
    record Holder(String owner, Duration remaining) {}

    /** Takes the lock if it is free; otherwise, if asked to, joins the line. Answers Acquired or Busy. */
    CompletionStage<Reply> acquire(Acquisition acquisition);

    /** Makes requests of which none waits for the answer to another; where answers are confirmed, they are together. */
    default void together(Runnable requests) {
        requests.run();
    }

    /** What one request can reach together with this lock: equal for those that can be. Null for a lock that goes alone. */
    default @Nullable Object reach(LockId lock) {
        return null;
    }

    /**
     * Takes all of several locks of one reach for one owner and the same time, or none if one is busy, and joins no line.
     * Answers Acquired for each, or Busy for each.
     */
    default CompletionStage<List<Reply>> acquireTogether(List<Acquisition> acquisitions) {
        throw new UnsupportedOperationException("no lock of this backend has a reach");
    }

    /** Ends several holds of one reach and one owner. The answer has a bit set for each that was still held. */
    default CompletionStage<BitSet> releaseTogether(List<Hold> holds) {
        throw new UnsupportedOperationException("no lock of this backend has a reach");
    }

    /**
     * Ends one hold of this process and starts the next, unless another process waits: then that one is woken and this
     * one joins the line. Answers Acquired, Busy, or Gone when {@code from} held the lock no more.
     */
    CompletionStage<Reply> pass(Owner from, Acquisition to);

    /**
     * How long those who come to a lock with a place in line for each may gather for one, where others are before them
     * anyway: a few milliseconds where a request takes a good part of one.
     */
    default Duration gatheringTime() {
        return Duration.ZERO;
    }

    /** How many servers work on one request at a time. */
    default int servers() {
        return 1;
    }

    /** How many holds to renew together: more than this gain nothing and keep the backend from others. */
    default int holdsPerRenewal() {
        return 128;
    }

    /** Where the lock lives. One request can reach several locks that live at the same place. */
    default int place(LockId lock) {
        return 0;
    }

    /** Renews holds of one kind and at one place together. The answer has a bit set for each that is still held. */
    CompletionStage<BitSet> renew(List<Hold> holds, Duration leaseTime);

    /** Ends a hold and wakes the first process in line. Answers true, or false when the owner held the lock no more. */
    CompletionStage<Boolean> release(Hold hold);

    /**
     * Clears up after an attempt that nobody waits for any more: a hold it may have left, the place in line it had. If
     * the lock is free afterwards, the first process in line is woken.
     *
     * <p>A hold with {@link Owner#nobody} leaves all holds alone: that passes on a wake-up nobody here wants.
     *
     * @param ticket the place in line to give up; null for none
     */
    CompletionStage<@Nullable Void> abandon(Hold hold, @Nullable Ticket ticket);

    /** Opens the lock whoever holds it, and wakes the first process in line. Answers whether anybody held it. */
    CompletionStage<Boolean> forceRelease(LockId lock);

    /** Who holds the lock now: nobody, one, or several where the kind allows it. */
    CompletionStage<List<Holder>> look(LockId lock);

    /** Where its locks live, in words that are the same in every process; empty when there is only one such place. */
    default String place() {
        return "";
    }

    /** What its locks live in: equal for backends of this process that surely share their locks. */
    default Object store() {
        return this;
    }

    /** What only some kinds can do. */
    Counters counters();

    /** Names this process to the backend and starts the flow of wake-ups. Called once, before anything else. */
    void start(String process, WakeUps wakeUps);

    /** Lets go of connections and threads. */
    @Override
    void close();

    /** Numbers that belong to a lock: the permits of a semaphore, the count of a latch. */
    interface Counters {

        /** How many permits there are, when that was changed after the fact; empty when it was not. */
        CompletionStage<Optional<Integer>> permits(LockId semaphore);

        /** Changes how many permits there are, and wakes those who may have one now. */
        CompletionStage<@Nullable Void> resize(LockId semaphore, int permits);

        /** Starts a latch. Answers false, and changes nothing, while one is running. */
        CompletionStage<Boolean> start(LockId latch, int count, Owner operation);

        /** Counts a latch down by one, once for each operation; at zero all who wait are woken. */
        CompletionStage<@Nullable Void> countDown(LockId latch, Owner operation);

        CompletionStage<Long> count(LockId latch);
    }

    /** Hears that a lock may be free. Every wake-up is only a hint. */
    interface WakeUps {

        void wake(LockId lock);

        /** The lock was opened by force: a hold of this process may be gone. */
        void forced(LockId lock);

        /** Wake-ups may have been missed: every waiter should look. */
        void wakeAll();
    }
}
