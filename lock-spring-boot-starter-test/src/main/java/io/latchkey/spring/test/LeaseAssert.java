package io.latchkey.spring.test;

import io.latchkey.Lease;
import org.assertj.core.api.AbstractAssert;

/** Says what must be true of a lease. */
public final class LeaseAssert extends AbstractAssert<LeaseAssert, Lease> {

    private LeaseAssert(Lease actual) {
        super(actual, LeaseAssert.class);
    }

    public static LeaseAssert assertThat(Lease actual) {
        return new LeaseAssert(actual);
    }

    public LeaseAssert isValid() {
        isNotNull();
        if (!actual.isValid()) {
            failWithMessage("Expecting %s to be valid", actual);
        }
        return this;
    }

    /** Whether it has ended, by release or by loss. */
    public LeaseAssert isNotValid() {
        isNotNull();
        if (actual.isValid()) {
            failWithMessage("Expecting %s to have ended, but it is valid for another %s", actual, actual.remaining());
        }
        return this;
    }

    /** Whether it was granted after the other. */
    public LeaseAssert isLaterThan(Lease earlier) {
        isNotNull();
        if (actual.fencingToken() <= earlier.fencingToken()) {
            failWithMessage("Expecting the fencing token of %s to be greater than that of %s", actual, earlier);
        }
        return this;
    }
}
