package io.latchkey.engine;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.NamedCountDownLatch;
import io.latchkey.engine.ScriptedBackend.Request;
import io.latchkey.spi.Ticket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Those who wait at a latch have a ticket by which the backend knows them again, and nobody else. */
@Timeout(30)
class SeenPlaceTest extends EngineBench {

    private final NamedCountDownLatch latch = locks.countDownLatch("gate");

    @Test
    void whenTheAnswerIsLostShouldComeAgainWithTheSameTicket() {
        latch.awaitAsync();
        Ticket first = ticket(0);

        loseAnswer();

        assertThat(acquires()).hasSize(2);
        assertThat(ticket(1)).isEqualTo(first);
    }

    @Test
    void whenOneCameAfterThatShouldComeWithATicketOfItsOwn() {
        CompletableFuture<Void> early = latch.awaitAsync();
        loseAnswer();
        ticker.advance(Duration.ofMillis(1));
        CompletableFuture<Void> late = latch.awaitAsync();

        acquires().get(1).held(0);

        assertThat(early).isCompleted();
        assertThat(late).isNotDone();
        assertThat(acquires()).hasSize(3);
        assertThat(ticket(2).owner()).isNotEqualTo(ticket(0).owner());
    }

    @Test
    void whenTheOneThatMayBeInLineLeavesItsTicketShouldBeGivenUp() {
        CompletableFuture<Void> early = latch.awaitAsync();
        loseAnswer();
        acquires().get(1).fails(reset);
        ticker.advance(Duration.ofMillis(1));
        latch.awaitAsync();

        early.cancel(false);
        scheduler.advance(Duration.ofSeconds(1));

        acquires().get(2).busy(Duration.ofSeconds(1));

        assertThat(ticket(2).owner()).isNotEqualTo(ticket(0).owner());
        assertThat(backend.requests("abandon")).extracting(Request::ticket).contains(ticket(0));
    }

    /** The place may have ended with an opening before the second one came. */
    @Test
    void whenAnAnswerIsLostAgainShouldNotCountThoseInWhoCameMeanwhile() {
        latch.awaitAsync();
        loseAnswer();
        ticker.advance(Duration.ofMillis(1));
        CompletableFuture<Void> late = latch.awaitAsync();
        acquires().get(1).fails(reset);
        scheduler.advance(Duration.ofSeconds(1));
        acquires().get(2).fails(reset);
        scheduler.advance(Duration.ofSeconds(1));

        acquires().get(3).held(0);

        assertThat(late).isNotDone();
        assertThat(ticket(3)).isEqualTo(ticket(0));
        assertThat(ticket(4).owner()).isNotEqualTo(ticket(0).owner());
    }

    /** One that the backend has put in line speaks for all who came before. */
    @Test
    void whenTheAnswerIsKnownShouldComeWithTheArrivalAlsoForThoseWhoCameMeanwhile() {
        latch.awaitAsync();
        acquires().get(0).busy(Duration.ofSeconds(1));
        ticker.advance(Duration.ofMillis(1));
        latch.awaitAsync();

        assertThat(ticket(1)).isEqualTo(ticket(0).arrived(17));
    }

    private void loseAnswer() {
        acquires().get(0).fails(reset);
        scheduler.advance(Duration.ofMillis(100));
    }

    private List<Request> acquires() {
        return backend.requests("acquire");
    }

    private Ticket ticket(int acquire) {
        return requireNonNull(acquires().get(acquire).ticket());
    }
}
