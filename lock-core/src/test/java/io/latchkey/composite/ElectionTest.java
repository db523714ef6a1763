package io.latchkey.composite;

import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.spi.LockBackend;
import io.latchkey.spi.LockBackend.Acquisition;
import io.latchkey.spi.LockBackend.Hold;
import io.latchkey.spi.LockId;
import io.latchkey.spi.LockKind;
import io.latchkey.spi.Owner;
import io.latchkey.spi.Reply;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ElectionTest {

    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final LockId LOCK = new LockId(LockKind.RED, "order");
    private static final Owner BEFORE = new Owner("process", 7, 4);
    private static final Owner ASKING = new Owner("process", 7, 5);

    private final CompletableFuture<Reply> late = new CompletableFuture<>();
    private final List<Owner> abandoned = new ArrayList<>();

    /** The lock was passed on, released, and taken anew, before the answer of one node came. */
    @Test
    void whenANodeHasNothingToPassOnAndSaysSoLateShouldLeaveALaterHoldThereAlone() {
        CompletableFuture<Reply> result = election("process:7:6");
        assertThat(result).succeedsWithin(LEASE).isInstanceOf(Reply.Acquired.class);

        late.complete(new Reply.Gone());

        assertThat(abandoned).isEmpty();
    }

    @Test
    void whenThatNodeHasAnEarlierHoldShouldGiveThatUp() {
        election("process:7:3");

        late.complete(new Reply.Gone());

        assertThat(abandoned).containsExactly(new Owner("process", 7, 3));
    }

    /** So that of those who got in each other's way one comes first the next time. */
    @Test
    void whenNobodyHasGotEnoughShouldAskAgainAfterRandomTimes() {
        Duration round = Duration.ofMillis(5);

        List<Long> pauses = LongStream.generate(() -> Election.pause(round.toNanos(), LEASE.toNanos()))
                .limit(100)
                .boxed()
                .toList();

        assertThat(pauses).allSatisfy(pause -> assertThat(pause).isBetween(0L, 8 * round.toNanos()));
        assertThat(Set.copyOf(pauses)).as("pauses that differ").hasSizeGreaterThan(90);
        assertThat(Collections.max(pauses) - Collections.min(pauses))
                .as("how far they are apart, beside the time of a round")
                .isGreaterThan(round.toNanos());
    }

    @Test
    void whenNodesAreSlowTheTimesShouldBeNoLongerThanHalfOfWhatTheyMayTake() {
        Duration limit = Duration.ofMillis(100);

        assertThat(LongStream.generate(() -> Election.pause(LEASE.toNanos(), limit.toNanos()))
                        .limit(100))
                .allSatisfy(pause -> assertThat(pause).isBetween(0L, limit.toNanos() / 2));
    }

    private CompletableFuture<Reply> election(String holderAtTheLateNode) {
        CompletableFuture<Reply> granted = CompletableFuture.completedFuture(new Reply.Acquired(1));
        Reply busy = new Reply.Busy(Duration.ZERO, 0, holderAtTheLateNode);
        List<Node> nodes = List.of(
                node(granted, granted), node(granted, granted), node(late, CompletableFuture.completedFuture(busy)));
        return new Election(
                        nodes,
                        Quorum.of(nodes.size()),
                        new Acquisition(LOCK, ASKING, LEASE, 1, null, null),
                        BEFORE,
                        new TimeLimit(LEASE.toNanos()))
                .run()
                .toCompletableFuture();
    }

    private Node node(CompletableFuture<Reply> toPass, CompletableFuture<Reply> toAcquire) {
        LockBackend backend = (LockBackend) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {LockBackend.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "pass" -> toPass;
                    case "acquire" -> toAcquire;
                    case "abandon" -> {
                        abandoned.add(((Hold) arguments[0]).owner());
                        yield CompletableFuture.completedFuture(null);
                    }
                    default -> throw new UnsupportedOperationException(method.getName());
                });
        return new Node(backend, LEASE);
    }
}
