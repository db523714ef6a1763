package io.latchkey.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.latchkey.Lease;
import io.latchkey.LockListener;
import io.latchkey.NamedLock;
import io.latchkey.testkit.OnCluster;
import io.latchkey.testkit.RedisServer;
import io.latchkey.testkit.contract.Peer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Whichever node a lock is at, who waits for it hears of its release. */
@Timeout(120)
@OnCluster
class ClusterWakeUpsTest {

    private static final Duration WAIT = Duration.ofSeconds(30);
    private static final int HAND_OFFS = 8;

    @RegisterExtension
    private final SharedRedis redis = new SharedRedis();

    /**
     * Who hears nothing looks by itself after a second, every time. On a machine that stands still for so long somebody who
     * would have heard may do so too, but not half of the time.
     */
    @Test
    void whenALockIsHandedToAndFroShouldNeedNoPollsAtAnyNode() throws Exception {
        for (RedisServer master : redis.get().masters()) {
            String name = nameAt(master);
            Polls here = new Polls();
            Polls there = new Polls();
            try (Peer one = redis.get().start(WAIT, List.of(here));
                    Peer two = redis.get().start(WAIT, List.of(there))) {
                Lease lease = one.locks().reentrant(name).acquire(WAIT);
                for (int i = 0; i < HAND_OFFS; i++) {
                    lease = handOff(lease, two.locks().reentrant(name));
                    lease = handOff(lease, one.locks().reentrant(name));
                }
                lease.release();
            }
            assertThat(here.count()).as("polls of a lock at %s", master).isLessThan(HAND_OFFS / 2);
            assertThat(there.count()).as("polls of a lock at %s", master).isLessThan(HAND_OFFS / 2);
        }
    }

    private Lease handOff(Lease held, NamedLock to) throws Exception {
        CompletableFuture<Lease> waiting = to.acquireAsync(WAIT);
        String line = "latchkey:{" + to.name() + "}:line";
        await().pollInterval(Duration.ofMillis(2))
                .atMost(WAIT)
                .until(() -> (Long) redis.get().command("zcard", line) == 1);
        held.release();
        return waiting.get(WAIT.toSeconds(), TimeUnit.SECONDS);
    }

    private String nameAt(RedisServer master) {
        return IntStream.iterate(0, i -> i + 1)
                .mapToObj(i -> "wake-up-" + i)
                .filter(name -> redis.get().ownerOf("latchkey:{" + name + "}").equals(master))
                .findFirst()
                .orElseThrow();
    }

    /** Counts how often a process looked without having been woken. */
    private static final class Polls implements LockListener {

        private final AtomicInteger count = new AtomicInteger();

        @Override
        public void polled(String kind, String lockName) {
            count.incrementAndGet();
        }

        int count() {
            return count.get();
        }
    }
}
