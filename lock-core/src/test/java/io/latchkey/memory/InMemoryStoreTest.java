package io.latchkey.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.spi.LockBackend.Acquisition;
import io.latchkey.spi.LockBackend.Hold;
import io.latchkey.spi.LockId;
import io.latchkey.spi.LockKind;
import io.latchkey.spi.Owner;
import io.latchkey.spi.Reply;
import io.latchkey.spi.Ticker;
import io.latchkey.spi.Ticket;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class InMemoryStoreTest {

    private static final LockId LOCK = new LockId(LockKind.REENTRANT, "order:42");
    private static final Owner FIRST = new Owner("here", 1, 1);
    private static final Owner SECOND = new Owner("there", 1, 1);

    private long now;
    private final Ticker ticker = () -> now;
    private final InMemoryStore store = new InMemoryStore(ticker);

    @Test
    void whenFreeShouldBeHeldUntilReleased() {
        assertThat(acquire(FIRST)).isInstanceOf(Reply.Acquired.class);
        assertThat(acquire(SECOND)).isInstanceOf(Reply.Busy.class);

        assertThat(store.release(new Hold(LOCK, FIRST))).isTrue();

        assertThat(acquire(SECOND)).isInstanceOf(Reply.Acquired.class);
    }

    @Test
    void whenAskedAgainByItsOwnerShouldAnswerAsBefore() {
        Reply first = acquire(FIRST);

        assertThat(acquire(FIRST)).isEqualTo(first);
    }

    @Test
    void whenItsTimeIsOverShouldBeFree() {
        acquire(FIRST);
        now += Duration.ofSeconds(10).toNanos();

        assertThat(acquire(SECOND)).isInstanceOf(Reply.Acquired.class);
        assertThat(store.release(new Hold(LOCK, FIRST))).isFalse();
        assertThat(store.renew(new Hold(LOCK, FIRST), Duration.ofSeconds(10))).isFalse();
    }

    @Test
    void whenReleasedByAnotherShouldStayHeld() {
        acquire(FIRST);

        assertThat(store.release(new Hold(LOCK, SECOND))).isFalse();

        assertThat(acquire(SECOND)).isInstanceOf(Reply.Busy.class);
    }

    @Test
    void whenAReleaseComesAfterItsAbandonShouldBeNoSurprise() {
        acquire(FIRST);
        store.abandon(new Hold(LOCK, FIRST), null);
        acquire(SECOND);

        assertThat(store.release(new Hold(LOCK, FIRST))).isTrue();

        assertThat(store.look(LOCK)).singleElement().satisfies(holder -> assertThat(holder.owner())
                .isEqualTo(SECOND.id()));
    }

    @Test
    void whenAnAcquisitionComesAfterItsAbandonShouldTakeNothing() {
        store.abandon(new Hold(LOCK, FIRST), null);

        assertThat(acquire(FIRST)).isInstanceOf(Reply.Busy.class);

        assertThat(store.look(LOCK)).isEmpty();
        assertThat(store.isEmpty()).isTrue();
    }

    @Test
    void whenNothingIsHeldOrWaitedForShouldRememberNoLock() {
        acquire(FIRST);
        store.acquire(new Acquisition(LOCK, SECOND, Duration.ofSeconds(10), 1, null, Ticket.of(SECOND)));
        assertThat(store.isEmpty()).isFalse();

        store.abandon(new Hold(LOCK, SECOND), Ticket.of(SECOND));
        store.release(new Hold(LOCK, FIRST));

        assertThat(store.isEmpty()).isTrue();
    }

    @Test
    void whenResizedShouldForgetItADayAfterItsLastUse() {
        LockId semaphore = new LockId(LockKind.SEMAPHORE, "pool");
        store.resize(semaphore, 3);
        now += Duration.ofHours(20).toNanos();
        store.acquire(new Acquisition(semaphore, FIRST, Duration.ofSeconds(10), 1, null, null));
        now += Duration.ofHours(20).toNanos();
        assertThat(store.limit(semaphore)).hasValue(3);
        assertThat(store.isEmpty()).as("a number is no lock").isTrue();

        now += Duration.ofHours(4).toNanos();

        assertThat(store.limit(semaphore)).isEmpty();
    }

    @Test
    void whenALatchIsLeftAloneShouldForgetItAfterAWeek() {
        LockId latch = new LockId(LockKind.LATCH, "gate");
        store.start(latch, 2);
        now += Duration.ofDays(6).toNanos();
        store.countDown(latch);
        now += Duration.ofDays(6).toNanos();
        assertThat(store.count(latch)).isEqualTo(1);

        now += Duration.ofDays(1).toNanos();

        assertThat(store.count(latch)).isZero();
        assertThat(store.isEmpty()).isTrue();
    }

    @Test
    void whenALatchRunsWaitersShouldNotBeToldToLookAgainAtOnce() {
        LockId latch = new LockId(LockKind.LATCH, "gate");
        store.start(latch, 1);

        Reply reply = store.acquire(new Acquisition(latch, FIRST, Duration.ofSeconds(10), 1, null, Ticket.of(FIRST)));

        assertThat(reply).isInstanceOfSatisfying(Reply.Busy.class, busy -> assertThat(busy.retryAfter())
                .isGreaterThan(Duration.ofSeconds(1)));
    }

    private Reply acquire(Owner owner) {
        return store.acquire(new Acquisition(LOCK, owner, Duration.ofSeconds(10), 1, null, null));
    }
}
