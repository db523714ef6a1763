package io.latchkey.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.spi.LockBackend;
import io.latchkey.spi.LockBackend.Acquisition;
import io.latchkey.spi.LockBackend.Hold;
import io.latchkey.spi.LockBackend.WakeUps;
import io.latchkey.spi.LockId;
import io.latchkey.spi.LockKind;
import io.latchkey.spi.Owner;
import io.latchkey.spi.Reply;
import io.latchkey.spi.Ticket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A writer in memory that has been woken and has not come yet. */
class WokenWriterTest {

    private static final LockId READ = new LockId(LockKind.READ, "book");
    private static final LockId WRITE = new LockId(LockKind.WRITE, "book");
    private static final Owner READER = new Owner("r", 1, 1);
    private static final Owner LATE = new Owner("late", 1, 1);
    private static final Owner WRITER = new Owner("w", 1, 1);

    private final SharedMemory memory = new SharedMemory();
    private final LockBackend backend = memory.backend();
    private final List<LockId> woken = new ArrayList<>();

    WokenWriterTest() {
        backend.start("w", new WakeUps() {
            @Override
            public void forced(LockId lock) {}

            @Override
            public void wake(LockId lock) {
                woken.add(lock);
            }

            @Override
            public void wakeAll() {}
        });
        ask(READ, READER, null);
        ask(WRITE, WRITER, Ticket.of(WRITER));
        answer(backend.release(new Hold(READ, READER)));
    }

    @Test
    void whenAReaderComesMeanwhileShouldNotOvertake() {
        assertThat(woken).containsExactly(WRITE);
        assertThat(ask(READ, LATE, null)).isInstanceOf(Reply.Busy.class);
        assertThat(ask(WRITE, WRITER, Ticket.of(WRITER))).isInstanceOf(Reply.Acquired.class);

        answer(backend.release(new Hold(WRITE, WRITER)));
        assertThat(ask(READ, LATE, null)).isInstanceOf(Reply.Acquired.class);
    }

    @Test
    void whenItGivesUpShouldLetReadersIn() {
        answer(backend.abandon(new Hold(WRITE, WRITER), Ticket.of(WRITER)));

        assertThat(ask(READ, LATE, null)).isInstanceOf(Reply.Acquired.class);
    }

    @Test
    void whenItsProcessIsClosedShouldLetReadersInAndLeaveNothing() {
        backend.close();

        assertThat(memory.isEmpty()).isTrue();
        assertThat(ask(READ, LATE, null)).isInstanceOf(Reply.Acquired.class);
    }

    private Reply ask(LockId lock, Owner owner, @Nullable Ticket ticket) {
        return answer(
                backend.acquire(new Acquisition(lock, owner, Duration.ofSeconds(30), Integer.MAX_VALUE, null, ticket)));
    }

    private static <T extends @Nullable Object> T answer(CompletionStage<T> answer) {
        return answer.toCompletableFuture().join();
    }
}
