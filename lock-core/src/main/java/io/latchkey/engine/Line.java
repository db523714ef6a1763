package io.latchkey.engine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The waiters of this process for one lock, in order of arrival. Guarded by its slot. */
final class Line {

    private static final int NOT_WORTH_SWEEPING = 16;

    private @Nullable ArrayDeque<Waiter> waiters;
    private int gone;

    /** How many are in it, perhaps with some that have left. */
    int size() {
        return waiters == null ? 0 : waiters.size();
    }

    void add(Waiter waiter) {
        queue().addLast(waiter);
    }

    void addFirst(Waiter waiter) {
        queue().addFirst(waiter);
    }

    /** Has one wait where another did. */
    void replace(Waiter before, Waiter now) {
        ArrayDeque<Waiter> all = new ArrayDeque<>(4);
        queue().forEach(each -> all.addLast(each == before ? now : each));
        waiters = all;
    }

    private ArrayDeque<Waiter> queue() {
        if (waiters == null) {
            waiters = new ArrayDeque<>(4);
        }
        return waiters;
    }

    /** The first that still waits; null when nobody does. */
    @Nullable
    Waiter first() {
        if (waiters == null) {
            return null;
        }
        for (Waiter first = waiters.peekFirst(); first != null; first = waiters.peekFirst()) {
            if (first.isWaiting()) {
                return first;
            }
            waiters.removeFirst();
            gone = Math.max(0, gone - 1);
        }
        return null;
    }

    void removeFirst() {
        if (waiters != null) {
            waiters.removeFirst();
            if (waiters.isEmpty()) {
                // Most leases are held with nobody in line, and there may be many.
                waiters = null;
                gone = 0;
            }
        }
    }

    /** Notes that a waiter left from anywhere in the line; those that left are swept when they are the greater part. */
    void left() {
        gone++;
        if (waiters != null && gone > NOT_WORTH_SWEEPING && gone > waiters.size() / 2) {
            waiters.removeIf(waiter -> !waiter.isWaiting());
            gone = 0;
        }
    }

    List<Waiter> waiting() {
        if (waiters == null) {
            return List.of();
        }
        List<Waiter> waiting = new ArrayList<>(waiters.size());
        for (Waiter waiter : waiters) {
            if (waiter.isWaiting()) {
                waiting.add(waiter);
            }
        }
        return waiting;
    }
}
