package io.latchkey.engine;

import io.latchkey.spi.Standing;
import io.latchkey.spi.Ticket;
import java.util.List;

/**
 * The places that one slot has in line at the backend, for those who wait in it. What only places of their own have to be told
 * or asked does nothing by default. Guarded by its slot.
 */
interface Places {

    /** A waiter came; it stands behind all before it. */
    default void joined(Waiter waiter) {}

    /** A waiter does not wait any more, for whatever reason. */
    default void left(Waiter waiter) {}

    /**
     * The places that a request takes or keeps; none when it is not to wait.
     *
     * @param gathering whether those who have no place yet can wait for a later request
     */
    List<Ticket> asked(Attempt begun, boolean gathering);

    /** The request was answered: the lock is ours. */
    void taken(Attempt answered, Standing standing, long now);

    /** The request was answered: the lock is busy. */
    void refused(Attempt answered, Standing standing);

    /**
     * The request was not answered. Returns the places to be given up, as it is not known whether they are in line.
     *
     * @param ambiguous whether it may have been carried out
     */
    List<Ticket> failed(Attempt failed, boolean ambiguous);

    /** The request did nothing, as what it was to pass on was gone. */
    void gone();

    /** This process holds the lock no more; whoever was to get it from the holder has to stand in line again. */
    default void runEnded() {}

    /** Gives up the places that nobody needs. */
    List<Ticket> leave(boolean nobodyWaits);

    /** Whether it is the waiter's turn as soon as this process holds the lock. */
    default boolean isNext(Waiter waiter) {
        return true;
    }

    /** Whether somebody waits who has no place yet, or not any more. */
    default boolean areWanted() {
        return false;
    }

    /** Whether newcomers without a place can wait for others to share it with. */
    default boolean areGathering(boolean held, long now) {
        return false;
    }

    /** Until when newcomers gather, if they do. */
    default long gatheredAt() {
        return Times.NEVER;
    }

    /** Whether there are places that want to be kept while this process holds the lock. */
    default boolean areKept() {
        return false;
    }
}
