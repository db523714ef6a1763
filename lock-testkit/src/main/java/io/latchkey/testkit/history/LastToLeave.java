package io.latchkey.testkit.history;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.function.ToLongFunction;

/** Of the holds so far those that leave last, as many as there are permits: while all of them stay, nobody may enter. */
final class LastToLeave {

    private final int permits;
    private final ToLongFunction<Hold> end;
    private final PriorityQueue<Hold> holds;

    LastToLeave(int permits, ToLongFunction<Hold> end) {
        this.permits = permits;
        this.end = end;
        this.holds = new PriorityQueue<>(Comparator.comparingLong(end));
    }

    void add(Hold hold) {
        holds.add(hold);
        if (holds.size() > permits) {
            holds.remove();
        }
    }

    /** When the first of them leaves; long ago while there are permits that nobody has had. */
    long fullUntil() {
        Hold first = holds.peek();
        return first == null || holds.size() < permits ? Long.MIN_VALUE : end.applyAsLong(first);
    }

    @Override
    public String toString() {
        return String.valueOf(holds.peek());
    }
}
