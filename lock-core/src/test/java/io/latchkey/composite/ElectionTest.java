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
import java.util.List;
import java.util.concurrent.CompletableFuture;
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
