package io.latchkey.engine;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.Lease;
import io.latchkey.NamedSemaphore;
import io.latchkey.engine.ScriptedBackend.Request;
import io.latchkey.spi.Ticket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A place in line says how many permits are wanted there, so that others are woken for what it leaves. */
@Timeout(30)
class PermitLabelTest extends EngineBench {

    private static final Duration WAIT = Duration.ofSeconds(10);

    private final NamedSemaphore pool = locks.semaphore("pool", 3);

    @Test
    void whenTheFirstLeavesAndTheNextWantsMoreShouldSayItAtOnceAndKeepTheArrival() {
        CompletableFuture<Lease> wantsOne = pool.acquireAsync(1, WAIT);
        Ticket before = requireNonNull(backend.last().ticket());
        backend.last().busy(LEASE);
        CompletableFuture<Lease> wantsTwo = pool.acquireAsync(2, WAIT);

        wantsOne.cancel(false);

        assertThat(backend.verbs()).containsExactly("acquire", "acquire");
        Request asked = backend.last();
        Ticket now = requireNonNull(asked.ticket());
        assertThat(now.owner().permits()).isEqualTo(2);
        assertThat(now.arrival()).isEqualTo(17);

        asked.busy(LEASE);
        assertThat(backend.verbs()).containsExactly("acquire", "acquire", "abandon");
        assertThat(backend.last().ticket()).isEqualTo(before.arrived(17));

        wantsTwo.cancel(false);
        assertThat(backend.verbs()).containsExactly("acquire", "acquire", "abandon", "abandon");
        assertThat(backend.last().ticket()).isEqualTo(now);
    }

    @Test
    void whenTheFirstLeavesAndTheNextWantsFewerShouldSaySoToo() {
        CompletableFuture<Lease> wantsTwo = pool.acquireAsync(2, WAIT);
        backend.last().busy(LEASE);
        CompletableFuture<Lease> wantsOne = pool.acquireAsync(1, WAIT);

        wantsTwo.cancel(false);

        assertThat(requireNonNull(backend.last().ticket()).owner().permits()).isEqualTo(1);
        backend.last().held(5);
        assertThat(wantsOne.join().fencingToken()).isEqualTo(5);
        assertThat(backend.verbs()).containsExactly("acquire", "acquire", "abandon");
        assertThat(requireNonNull(backend.last().ticket()).owner().permits()).isEqualTo(2);
    }

    @Test
    void whenTheNextWantsAsManyShouldStayInLineAsItIs() {
        CompletableFuture<Lease> first = pool.acquireAsync(2, WAIT);
        backend.last().busy(LEASE);
        pool.acquireAsync(2, WAIT);

        first.cancel(false);

        assertThat(backend.verbs()).containsExactly("acquire");
    }
}
