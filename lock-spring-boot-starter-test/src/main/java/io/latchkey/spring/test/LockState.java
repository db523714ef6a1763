package io.latchkey.spring.test;

import io.latchkey.LockOverview.Held;
import io.latchkey.LockOverview.Waiting;
import java.util.List;
import org.assertj.core.api.AssertProvider;

/**
 * What is known of one lock at one moment. AssertJ's {@code assertThat} takes it.
 *
 * @param held every hold of it in this application, the test's own included
 * @param waiting every call of this application that waits for it
 * @param acquisitions how often the application has acquired it since the test began; entering again does not count
 * @param losses how often a lease of it was lost since the test began
 */
public record LockState(String name, List<Held> held, List<Waiting> waiting, int acquisitions, int losses)
        implements AssertProvider<LockAssert> {

    public LockState {
        held = List.copyOf(held);
        waiting = List.copyOf(waiting);
    }

    @Override
    public LockAssert assertThat() {
        return new LockAssert(this);
    }
}
