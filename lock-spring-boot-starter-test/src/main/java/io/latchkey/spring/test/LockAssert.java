package io.latchkey.spring.test;

import io.latchkey.LockOverview.Held;
import io.latchkey.LockOverview.Waiting;
import org.assertj.core.api.AbstractAssert;

/** Says what must be true of a lock. */
public final class LockAssert extends AbstractAssert<LockAssert, LockState> {

    LockAssert(LockState actual) {
        super(actual, LockAssert.class);
    }

    public LockAssert isHeld() {
        if (actual.held().isEmpty()) {
            failWithMessage("Expecting lock '%s' to be held, but it is free", actual.name());
        }
        return this;
    }

    public LockAssert isFree() {
        if (!actual.held().isEmpty()) {
            failWithMessage("Expecting lock '%s' to be free, but it is held by %s", actual.name(), holders());
        }
        return this;
    }

    /** Whether a thread of that name took it. */
    public LockAssert isHeldBy(String thread) {
        isHeld();
        if (actual.held().stream().noneMatch(held -> held.thread().equals(thread))) {
            failWithMessage(
                    "Expecting lock '%s' to be held by thread '%s', but it is held by %s",
                    actual.name(), thread, holders());
        }
        return this;
    }

    /** Whether exactly so many calls wait for it. */
    public LockAssert hasWaiters(int count) {
        if (actual.waiting().size() != count) {
            failWithMessage(
                    "Expecting %d to wait for lock '%s', but there are %d: %s",
                    count,
                    actual.name(),
                    actual.waiting().size(),
                    actual.waiting().stream().map(Waiting::thread).toList());
        }
        return this;
    }

    /** Whether the application has acquired it so many times since the test began. */
    public LockAssert wasAcquired(int times) {
        if (actual.acquisitions() != times) {
            failWithMessage(
                    "Expecting lock '%s' to have been acquired %d times, but it was %d times",
                    actual.name(), times, actual.acquisitions());
        }
        return this;
    }

    public LockAssert wasNeverAcquired() {
        return wasAcquired(0);
    }

    /** Whether a lease of it was lost since the test began. */
    public LockAssert wasLost() {
        if (actual.losses() == 0) {
            failWithMessage("Expecting a lease of lock '%s' to have been lost, but none was", actual.name());
        }
        return this;
    }

    private Object holders() {
        return actual.held().stream().map(Held::thread).toList();
    }
}
