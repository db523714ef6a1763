package io.latchkey.benchmarks.load;

import io.latchkey.benchmarks.locks.Kind;

/**
 * What one worker process is to do.
 *
 * @param ownLocks whether each thread has a lock to itself
 * @param workNanos how long a holder stays inside
 * @param millis how long it goes on
 * @param held other locks held meanwhile
 * @param settleMillis how long they have been held when it begins
 * @param board the file of the memory all processes share
 * @param process which of the processes this is
 */
public record Order(
        Activity activity,
        Kind kind,
        String name,
        int threads,
        boolean ownLocks,
        long workNanos,
        long millis,
        int held,
        long settleMillis,
        String board,
        int process) {

    public Order {
        if (threads < 0 || workNanos < 0 || millis < 0 || held < 0 || settleMillis < 0) {
            throw new IllegalArgumentException("numbers must not be negative: threads " + threads + ", workNanos "
                    + workNanos + ", millis " + millis + ", held " + held + ", settleMillis " + settleMillis);
        }
    }

    /** A thread takes a lock and gives it back; nothing else is held. */
    public static Order loop(Kind kind, int threads) {
        return new Order(Activity.LOOP, kind, "", threads, false, 0, 0, 0, 0, "", 0);
    }

    public Order eachItsOwn() {
        return new Order(activity, kind, name, threads, true, workNanos, millis, held, settleMillis, board, process);
    }

    public Order with(Activity other) {
        return new Order(other, kind, name, threads, ownLocks, workNanos, millis, held, settleMillis, board, process);
    }

    public Order working(long nanos) {
        return new Order(activity, kind, name, threads, ownLocks, nanos, millis, held, settleMillis, board, process);
    }

    public Order holding(int others) {
        return new Order(
                activity, kind, name, threads, ownLocks, workNanos, millis, others, settleMillis, board, process);
    }

    public Order settling(long beforeMillis) {
        return new Order(
                activity, kind, name, threads, ownLocks, workNanos, millis, held, beforeMillis, board, process);
    }

    /** The same for one process of one round. */
    public Order in(String roundName, long roundMillis, String boardFile, int number) {
        return new Order(
                activity,
                kind,
                roundName,
                threads,
                ownLocks,
                workNanos,
                roundMillis,
                held,
                settleMillis,
                boardFile,
                number);
    }

    /** Whether anybody may have to wait. */
    public boolean isContended(int processes) {
        return !ownLocks && threads * processes > 1;
    }
}
