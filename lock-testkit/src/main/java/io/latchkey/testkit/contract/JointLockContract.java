package io.latchkey.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.Lease;
import io.latchkey.NamedLock;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A multi-lock whose locks can be taken in one request, put to those parts of the contract that do not go by names. */
@Timeout(120)
public abstract class JointLockContract extends TwoProcesses
        implements InterruptionContract,
                ReentrancyContract,
                NestedLeaseContract,
                ExclusionContract,
                UnfencedContract,
                DurationContract {

    private static final String SEPARATOR = ", ";

    @Override
    public int parts() {
        return 3;
    }

    @Override
    public final NamedLock here(String name) {
        return in(first(), name);
    }

    @Override
    public final NamedLock there(String name) {
        return in(second(), name);
    }

    /** For a name of a test, three locks of its own; for the name of a multi-lock, those it has. */
    @Override
    public final NamedLock in(Peer peer, String name) {
        String[] names =
                name.contains(SEPARATOR) ? name.split(SEPARATOR) : new String[] {name + "/c", name + "/a", name + "/b"};
        return peer.locks()
                .multi(Arrays.stream(names).map(peer.locks()::reentrant).toArray(NamedLock[]::new));
    }

    /** One of its locks, alone. */
    private static NamedLock one(Peer peer, String name, String which) {
        return peer.locks().reentrant(name + "/" + which);
    }

    @ParameterizedTest
    @EnumSource
    void whenOneIsBusyShouldTakeNoneAndGetAllWhenItIsFree(Rival rival) throws Exception {
        String name = freshName();
        Peer side = rival == Rival.IN_THIS_PROCESS ? first() : second();
        Lease busy = one(side, name, "b").acquire(Duration.ZERO);

        assertThat(here(name).tryLock()).isFalse();
        assertThat(one(second(), name, "a").isLocked()).isFalse();
        assertThat(one(second(), name, "c").isLocked()).isFalse();
        Actor actor = actor();
        Task<Boolean> waiting = actor.startCall(() -> here(name).tryLock(LONG)).awaitParked();
        busy.release();

        assertThat(waiting.result()).isTrue();
        actor.run(() -> here(name).unlock());
        assertThat(here(name).isLocked()).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void whenReleasedThoseWhoWaitForOneShouldGetIt(Rival rival) throws Exception {
        String name = freshName();
        Lease all = here(name).acquire(Duration.ZERO);
        CompletableFuture<Lease> waiting = one(rival == Rival.IN_THIS_PROCESS ? first() : second(), name, "b")
                .acquireAsync(LONG);

        all.release();

        Lease next = waiting.get(30, java.util.concurrent.TimeUnit.SECONDS);
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

        for (int i = 0; i < 3; i++) {
            assertThat(second.parts().get(i).fencingToken())
                    .isGreaterThan(first.parts().get(i).fencingToken());
            assertThat(second.parts().get(i).name())
                    .isEqualTo(first.parts().get(i).name());
        }
        second.release();
    }
}
