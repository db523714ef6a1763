package io.latchkey.testkit.contract;

import static io.latchkey.testkit.contract.LockWorld.eventually;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.Lease;
import io.latchkey.LockListener;
import io.latchkey.NamedLock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Listeners hear what happens, and cannot harm it. */
interface ListenerContract extends LockWorld {

    @Test
    default void whenTakenAndGivenBackListenersShouldHearBoth() throws Exception {
        Recorder recorder = new Recorder();
        NamedLock lock = in(open(LONG, recorder), freshName());

        lock.lock();
        lock.lock();
        lock.unlock();
        lock.unlock();
        lock.acquire(Duration.ZERO).close();
        lock.acquireAsync(LONG).get(30, SECONDS).releaseAsync().get(30, SECONDS);

        String acquired = "acquired " + lock.name();
        String released = "released " + lock.name();
        assertThat(recorder.events()).containsExactly(acquired, released, acquired, released, acquired, released);
        assertThat(recorder.times()).allSatisfy(time -> assertThat(time).isBetween(Duration.ZERO, LONG));
    }

    @Test
    default void whenTheWaitIsOverListenersShouldHearHowLongItWas() throws Exception {
        Recorder recorder = new Recorder();
        NamedLock lock = in(open(LONG, recorder), freshName());
        Lease held = there(lock.name()).acquire(Duration.ZERO);

        assertThat(lock.tryLock(VAIN_WAIT)).isFalse();

        assertThat(recorder.events()).containsExactly("timedOut " + lock.name());
        assertThat(recorder.times().get(0)).isBetween(VAIN_WAIT, LONG);
        held.release();
    }

    @Test
    default void whenHandedOnListenersShouldHearHowLongItWasWaitedFor() throws Exception {
        Recorder recorder = new Recorder();
        NamedLock lock = in(open(LONG, recorder), freshName());
        Lease held = lock.acquire(Duration.ZERO);
        Task<Lease> waiting = actor().startCall(() -> lock.acquire(LONG)).awaitParked();

        held.release();
        waiting.result().release();

        eventually().until(() -> recorder.events().size() == 4);
        assertThat(recorder.count("acquired " + lock.name())).isEqualTo(2);
        assertThat(recorder.count("released " + lock.name())).isEqualTo(2);
    }

    @Test
    default void whenAListenerThrowsNobodyShouldBeHarmed() throws Exception {
        Recorder recorder = new Recorder();
        NamedLock lock = in(open(LONG, new Thrower(), recorder), freshName());

        lock.lock();
        lock.unlock();
        Lease lost = lock.acquire(Duration.ZERO, BRIEF_LEASE);
        assertThat(lock.tryAcquire()).isEmpty();

        eventually().until(() -> recorder.count("lost " + lock.name()) == 1);
        assertThat(lost.isValid()).isFalse();
        assertThat(recorder.events())
                .containsExactly(
                        "acquired " + lock.name(),
                        "released " + lock.name(),
                        "acquired " + lock.name(),
                        "timedOut " + lock.name(),
                        "lost " + lock.name());
    }

    /** Fails whatever it hears, with an error as bad as any. */
    final class Thrower implements LockListener {

        @Override
        public void acquired(Lease lease, Duration waited) {
            throw new IllegalStateException("a listener of a test");
        }

        @Override
        public void released(Lease lease, Duration held) {
            throw new AssertionError("a listener of a test");
        }

        @Override
        public void timedOut(String lockName, Duration waited) {
            throw new IllegalStateException("a listener of a test");
        }

        @Override
        public void lost(Lease lease) {
            throw new StackOverflowError("a listener of a test");
        }
    }
}
