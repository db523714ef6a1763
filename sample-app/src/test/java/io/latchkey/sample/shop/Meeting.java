package io.latchkey.sample.shop;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Work that is done as soon as a number of people are at it, or after half a second. Those who can be at it together all
 * have looked before the first of them writes; those kept apart by a lock never meet.
 */
final class Meeting implements SlowWork {

    private static final int LONGEST_MILLIS = 500;

    private final CountDownLatch missing;

    Meeting(int people) {
        missing = new CountDownLatch(people);
    }

    @Override
    public void takeAWhile() {
        missing.countDown();
        try {
            boolean unused = missing.await(LONGEST_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
