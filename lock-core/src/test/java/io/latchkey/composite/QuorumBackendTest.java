package io.latchkey.composite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;
import static org.awaitility.Awaitility.await;

import io.latchkey.memory.SharedMemory;
import io.latchkey.spi.BackendFailure;
import io.latchkey.spi.LockBackend.Acquisition;
import io.latchkey.spi.LockBackend.Hold;
import io.latchkey.spi.LockBackend.WakeUps;
import io.latchkey.spi.LockId;
import io.latchkey.spi.LockKind;
import io.latchkey.spi.Owner;
import io.latchkey.spi.Reply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Elections over five nodes in memory, of which each process reaches only some. */
@Timeout(60)
class QuorumBackendTest {

    private static final int NODES = 5;
    private static final LockId LOCK = new LockId(LockKind.RED, "order");
    private static final Duration LEASE = Duration.ofMinutes(10);
    private static final Duration NODE_TIMEOUT = Duration.ofMillis(20);

    private final List<SharedMemory> nodes =
            IntStream.range(0, NODES).mapToObj(i -> new SharedMemory()).toList();
    private final List<Contender> processes = new ArrayList<>();
    private final Random random = new Random(42);

    @AfterEach
    void close() {
        processes.forEach(process -> process.backend.close());
    }

    @Test
    void whenEachReachesOnlySomeNodesNoTwoShouldHoldTheLock() {
        assertThat(overlaps(Quorum.of(NODES))).isZero();
    }

    @Test
    void whenTheQuorumIsTwoOfFiveTwoShouldBeSeenToHoldTheLock() {
        assertThat(overlaps(new Quorum(NODES, 2))).isPositive();
    }

    @Test
    void whenAskedShouldSayThatAllNodesWorkOnARequest() {
        assertThat(new Contender("p", Quorum.of(NODES)).backend.servers()).isEqualTo(NODES);
    }

    @Test
    void whenOnlyTwoNodesGrantShouldGiveThemBackAndFail() {
        Contender process = new Contender("p", Quorum.of(NODES));
        process.cutOff(0, 1, 2);

        assertThat(process.acquire())
                .asInstanceOf(type(CompletionException.class))
                .extracting(Throwable::getCause)
                .isInstanceOf(BackendFailure.class);

        process.cutOff();
        awaitNothingLeft();
    }

    @Test
    void whenSomeRefuseAndTooFewAreLeftShouldBeBusy() {
        Contender holder = new Contender("holder", Quorum.of(NODES));
        holder.cutOff(3, 4);
        assertThat(holder.acquire()).isInstanceOf(Reply.Acquired.class);
        Contender other = new Contender("other", Quorum.of(NODES));
        other.cutOff(0);

        assertThat(other.acquire()).isInstanceOf(Reply.Busy.class);
        holder.cutOff();
        holder.release();

        awaitNothingLeft();
        assertThat(other.acquire()).isInstanceOf(Reply.Acquired.class);
        other.cutOff();
        other.release();
        awaitNothingLeft();
    }

    @Test
    void whenANodeIsAwayForLongerThanTheUsualLeaseShouldStillGetALongerHoldBack() throws Exception {
        Contender process = new Contender("p", Quorum.of(NODES), Duration.ofMillis(200));
        assertThat(process.acquire()).isInstanceOf(Reply.Acquired.class);
        process.cutOff(4);
        process.release();

        Thread.sleep(600);
        assertThat(nodes.get(4).isEmpty()).isFalse();
        process.cutOff();

        awaitNothingLeft();
    }

    /** How often one held the lock while another did, in many rounds of three processes with random cuts. */
    private int overlaps(Quorum quorum) {
        int overlaps = 0;
        List<Contender> all = IntStream.range(0, 3)
                .mapToObj(i -> new Contender("process" + i, quorum))
                .toList();
        for (int round = 0; round < 100; round++) {
            int holders = 0;
            for (Contender process : all) {
                process.cutOff(random.ints(random.nextInt(3), 0, NODES).toArray());
                if (process.acquire() instanceof Reply.Acquired) {
                    holders++;
                }
            }
            overlaps += Math.max(0, holders - 1);
            for (Contender process : all) {
                process.cutOff();
                process.release();
            }
            awaitNothingLeft();
        }
        return overlaps;
    }

    private void awaitNothingLeft() {
        await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(2)).until(() -> nodes.stream()
                .allMatch(SharedMemory::isEmpty));
    }

    /** A process, and which nodes it does not reach. */
    private final class Contender {

        private final List<Reach> reaches =
                nodes.stream().map(node -> new Reach(node.backend())).toList();
        private final QuorumBackend backend;
        private final String name;
        private long acquisitions;

        Contender(String name, Quorum quorum) {
            this(name, quorum, LEASE);
        }

        Contender(String name, Quorum quorum, Duration usualLease) {
            this.name = name;
            this.backend = new QuorumBackend(reaches, quorum, NODE_TIMEOUT, usualLease);
            backend.start(name, new WakeUps() {
                @Override
                public void forced(LockId lock) {}

                @Override
                public void wake(LockId lock) {}

                @Override
                public void wakeAll() {}
            });
            processes.add(this);
        }

        void cutOff(int... unreachable) {
            reaches.forEach(reach -> reach.cut = false);
            IntStream.of(unreachable).forEach(node -> reaches.get(node).cut = true);
        }

        Object acquire() {
            Owner owner = new Owner(name, 1, ++acquisitions);
            try {
                return backend.acquire(new Acquisition(LOCK, owner, LEASE, 1, null, null))
                        .toCompletableFuture()
                        .join();
            } catch (CompletionException e) {
                return e;
            }
        }

        void release() {
            backend.release(new Hold(LOCK, new Owner(name, 1, acquisitions)));
        }
    }
}
