package io.latchkey.benchmarks.load;

import io.latchkey.benchmarks.load.Board.Visitor;
import io.latchkey.benchmarks.locks.BenchLock;
import java.util.concurrent.locks.LockSupport;

/** What one thread does with its lock until time is over. */
record Turns(BenchLock lock, Visitor visitor, long workNanos, Tally tally) {

    private static final int REENTRIES_PER_LOOK = 10_000;

    void run(Activity activity, long deadline) throws Exception {
        switch (activity) {
            case LOOP -> loop(deadline);
            case ONCE -> once();
            case HAND_OFF -> handOff(deadline);
            case REENTER -> reenter(deadline);
        }
    }

    private void loop(long deadline) throws Exception {
        for (long now = System.nanoTime(); now - deadline < 0; ) {
            now = turn(now, deadline);
        }
    }

    private void once() throws Exception {
        long unused = turn(System.nanoTime(), Long.MAX_VALUE);
    }

    /** Takes the lock, works, gives it back, and returns when it was done. */
    private long turn(long asked, long deadline) throws Exception {
        lock.lock();
        long got = System.nanoTime();
        visitor.enter();
        work();
        visitor.leave();
        long leaving = System.nanoTime();
        lock.unlock();
        long done = System.nanoTime();
        tally.add(got - asked + done - leaving, got - asked, done <= deadline);
        return done;
    }

    /** The latency is that from the other's leaving to this one's entering. */
    private void handOff(long deadline) throws Exception {
        while (System.nanoTime() - deadline < 0) {
            long asked = System.nanoTime();
            lock.lock();
            long got = System.nanoTime();
            boolean handedOver = visitor.last() != 0 && visitor.last() != visitor.id();
            long leftAt = visitor.leftAt();
            visitor.enter();
            // By the end of it the other one waits.
            work();
            visitor.leave();
            lock.unlock();
            if (handedOver) {
                tally.add(got - leftAt, got - asked, true);
            } else {
                tally.total++;
            }
            awaitOther(deadline);
        }
    }

    /** Lets the other one in, so that every turn is a hand-over. */
    private void awaitOther(long deadline) {
        while (visitor.last() == visitor.id() && !visitor.isTaken() && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(20_000);
        }
    }

    private void reenter(long deadline) throws Exception {
        lock.lock();
        visitor.enter();
        for (long now = System.nanoTime(); now - deadline < 0; ) {
            long begun = now;
            int entries = entries();
            for (int i = 0; i < entries; i++) {
                lock.lock();
                lock.unlock();
            }
            now = System.nanoTime();
            tally.inTime += entries;
            tally.latencies.record((now - begun) / entries);
        }
        visitor.leave();
        lock.unlock();
        tally.total++;
    }

    /** Few at first: a library that asks its server each time must not be kept beyond the end. */
    private int entries() {
        return tally.inTime < 100 ? 10 : tally.inTime < 100_000 ? 100 : REENTRIES_PER_LOOK;
    }

    private void work() {
        if (workNanos > 0) {
            long until = System.nanoTime() + workNanos;
            for (long left = workNanos; left > 0; left = until - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
        }
    }
}
