package io.latchkey.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.Lease;
import io.latchkey.NamedCountDownLatch;
import io.latchkey.NamedSemaphore;
import io.latchkey.engine.ScriptedBackend.Request;
import io.latchkey.spi.Owner;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Kinds that several may hold at a time, on a backend that answers what and when the test says. */
@Timeout(30)
class SideBySideTest extends EngineBench {

    private static final Duration WAIT = Duration.ofSeconds(10);

    private final NamedSemaphore permits = locks.semaphore("stations", 3);
    private final NamedCountDownLatch latch = locks.countDownLatch("gate");

    @Test
    void whenOneThatWouldNotWaitFailsShouldLeaveAloneThePermitThatIsHeldBesideIt() {
        CompletableFuture<Lease> held = permits.acquireAsync(WAIT);
        CompletableFuture<Lease> hasty = permits.acquireAsync(Duration.ZERO);
        backend.request(0).held(1);

        backend.request(1).fails(reset);
        scheduler.advance(COMMAND_TIMEOUT);
        scheduler.advance(COMMAND_TIMEOUT);

        assertThat(hasty).isCompletedExceptionally();
        assertThat(held.join().isValid()).isTrue();
        assertThat(requests("abandon"))
                .extracting(Request::owner)
                .isNotEmpty()
                .doesNotContain(backend.request(0).owner());
    }

    @Test
    void whenOneThatWouldWaitFailsShouldGiveUpItsPlaceAndNotTheHeldPermit() {
        CompletableFuture<Lease> held = permits.acquireAsync(WAIT);
        CompletableFuture<Lease> patient = permits.acquireAsync(WAIT);
        backend.request(0).held(1);

        Owner asked = backend.request(1).owner();
        backend.request(1).fails(reset);
        patient.cancel(false);

        assertThat(held.join().isValid()).isTrue();
        assertThat(requests("abandon"))
                .extracting(Request::owner)
                .contains(asked)
                .doesNotContain(backend.request(0).owner());
    }

    @Test
    void whenTheCallerCompletesTheFutureOfALatchShouldNotStayInLine() {
        CompletableFuture<Void> open = latch.awaitAsync();
        backend.last().busy(LEASE);

        open.complete(null);

        assertThat(backend.last().verb()).isEqualTo("abandon");
        backend.last().answer().complete(null);
        assertThat(locks.waiting()).isEmpty();
    }

    @Test
    void whenALatchOpensForACallerWhoHasGoneShouldHoldNothing() {
        CompletableFuture<Void> open = latch.awaitAsync();
        open.complete(null);

        backend.request(0).held(1);
        requests("abandon").forEach(request -> request.answer().complete(null));
        requests("release").forEach(request -> request.is(true));
        scheduler.advance(LEASE);

        assertThat(locks.held()).isEmpty();
        assertThat(requests("renew")).isEmpty();
    }

    private Stream<Request> requests(String verb) {
        return IntStream.range(0, backend.verbs().size())
                .mapToObj(backend::request)
                .filter(request -> request.verb().equals(verb));
    }
}
