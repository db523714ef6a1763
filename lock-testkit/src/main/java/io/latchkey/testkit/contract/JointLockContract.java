package io.latchkey.testkit.contract;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.Lease;
import io.latchkey.NamedLock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A multi-lock of locks of several names and kinds, put to those parts of the contract that do not go by names. Two of them
 * are of the kind that one request can take several of.
 */
@Timeout(120)
public abstract class JointLockContract extends TwoProcesses
        implements InterruptionContract,
                ReentrancyContract,
                NestedLeaseContract,
                ExclusionContract,
                UnfencedContract,
                DurationContract {

    private static final String SEPARATOR = ", ";
    private static final List<String> WHICH = List.of("c", "a", "d", "b");

    @Override
    public int parts() {
        return WHICH.size();
    }

    /** What is left of a lost reading, which keeps nobody from reading again, is taken back in the background. */
    @Override
    public void assertFreeAfterLoss(NamedLock lock) {
        LockWorld.eventually().until(() -> !lock.isLocked());
    }

    @Override
    public final NamedLock here(String name) {
        return in(first(), name);
    }

    @Override
    public final NamedLock there(String name) {
        return in(second(), name);
    }

    /** For a name of a test, locks of its own; for the name of a multi-lock, those it has. */
    @Override
    public final NamedLock in(Peer peer, String name) {
        String[] names = name.contains(SEPARATOR)
                ? name.split(SEPARATOR)
                : WHICH.stream().map(which -> nameOf(name, which)).toArray(String[]::new);
        return peer.locks()
                .multi(Arrays.stream(names).map(each -> one(peer, each)).toArray(NamedLock[]::new));
    }

    /** The name of one of the locks; the kind goes by its last letter. */
    protected String nameOf(String name, String which) {
        return name + "/" + which;
    }

    /** One of its locks, alone. */
    private static NamedLock one(Peer peer, String name) {
        return switch (name.charAt(name.length() - 1)) {
            case 'b' -> peer.locks().fair(name);
            case 'd' -> peer.locks().readWrite(name).readLock();
            default -> peer.locks().reentrant(name);
        };
    }

    /** The same, or what excludes it where several may have it. */
    private static NamedLock rivalOf(Peer peer, String name) {
        return name.endsWith("d") ? peer.locks().readWrite(name).writeLock() : one(peer, name);
    }

    static Stream<Arguments> eachOfThem() {
        return WHICH.stream().flatMap(which -> Arrays.stream(Rival.values()).map(rival -> Arguments.of(rival, which)));
    }

    private Peer side(Rival rival) {
        return rival == Rival.IN_THIS_PROCESS ? first() : second();
    }

    @ParameterizedTest
    @MethodSource("eachOfThem")
    void whenOneIsBusyShouldTakeNoneAndGetAllWhenItIsFree(Rival rival, String which) throws Exception {
        String name = freshName();
        Lease busy = rivalOf(side(rival), nameOf(name, which)).acquire(Duration.ZERO);

        assertThat(here(name).tryLock()).isFalse();
        assertThat(here(name).tryAcquire()).isEmpty();
        assertThat(here(name).acquireAsync(Duration.ZERO)).failsWithin(LONG);
        for (String other : WHICH) {
            if (!other.equals(which)) {
                NamedLock free = rivalOf(second(), nameOf(name, other));
                assertThat(free.tryLock()).as("lock %s", other).isTrue();
                free.unlock();
            }
        }
        Actor actor = actor();
        Task<Boolean> waiting = actor.startCall(() -> here(name).tryLock(LONG)).awaitParked();
        busy.release();

        assertThat(waiting.result()).isTrue();
        actor.run(() -> here(name).unlock());
        assertThat(here(name).isLocked()).isFalse();
    }

    @ParameterizedTest
    @MethodSource("eachOfThem")
    void whenReleasedThoseWhoWaitForOneShouldGetIt(Rival rival, String which) throws Exception {
        String name = freshName();
        Lease all = here(name).acquireAsync(Duration.ZERO).get(30, SECONDS);
        CompletableFuture<Lease> waiting =
                rivalOf(side(rival), nameOf(name, which)).acquireAsync(LONG);

        all.releaseAsync().get(30, SECONDS);

        Lease next = waiting.get(30, SECONDS);
        assertThat(here(name).tryLock()).isFalse();
        next.release();
        assertThat(here(name).tryLock()).isTrue();
        here(name).unlock();
    }

    @Test
    void whenTokensAreAskedOfItsPartsTheyShouldGrow() throws Exception {
        String name = freshName();
        Lease first = here(name).acquire(Duration.ZERO);
        first.release();

        Lease second = there(name).acquire(LONG);

        for (int i = 0; i < parts(); i++) {
            assertThat(second.parts().get(i).fencingToken())
                    .isGreaterThan(first.parts().get(i).fencingToken());
            assertThat(second.parts().get(i).name())
                    .isEqualTo(first.parts().get(i).name());
        }
        second.release();
    }
}
