package io.latchkey.benchmarks.locks;

import io.lettuce.core.RedisFuture;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultEventLoopGroupProvider;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** The least a quorum lock can be: all nodes asked at once, and on as soon as most of them have said yes. */
final class RedFloor implements AutoCloseable {

    private static final long TIMEOUT_SECONDS = 10;

    private final List<LettuceScripts> nodes;
    private final Runnable whenClosed;

    RedFloor(Endpoints endpoints, Function<String, LettuceScripts> scripts) {
        this(endpoints, scripts, () -> {});
    }

    private RedFloor(Endpoints endpoints, Function<String, LettuceScripts> scripts, Runnable whenClosed) {
        this.whenClosed = whenClosed;
        nodes = endpoints.redisPorts().stream()
                .map(endpoints::redisUrl)
                .map(scripts)
                .toList();
    }

    /** The same with one thread for the connections to all nodes, instead of one for each. */
    static RedFloor onOneThread(Endpoints endpoints, Duration leaseTime) {
        ClientResources threads = ClientResources.builder()
                .eventLoopGroupProvider(new DefaultEventLoopGroupProvider(1))
                .build();
        return new RedFloor(endpoints, url -> LettuceScripts.bare(url, leaseTime, threads), threads::shutdown);
    }

    BenchLock lock(String key) {
        String owner = UUID.randomUUID().toString();
        return BenchLock.of(
                () -> awaitMost(node -> node.acquireLater(key, owner)),
                () -> awaitMost(node -> node.releaseLater(key, owner)));
    }

    @Override
    public void close() {
        nodes.forEach(LettuceScripts::close);
        whenClosed.run();
    }

    private void awaitMost(Function<LettuceScripts, RedisFuture<Long>> command) throws InterruptedException {
        CountDownLatch missing = new CountDownLatch(nodes.size() / 2 + 1);
        for (LettuceScripts node : nodes) {
            command.apply(node).thenAccept(reply -> {
                if (reply == 1) {
                    missing.countDown();
                }
            });
        }
        if (!missing.await(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
            throw new IllegalStateException("most nodes did not say yes");
        }
    }
}
