package io.latchkey.spring.interceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.latchkey.Locks;
import io.latchkey.spring.annotation.DistributedLock;
import io.latchkey.testkit.RedisServer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** Publishers that wait for a lock in Redis keep no thread from anything: neither the subscriber's nor the client's. */
@Timeout(120)
class ReactiveWaitingTest {

    private static final Duration SOON = Duration.ofSeconds(20);

    @Test
    void shouldBlockNoEventLoopThread() {
        Scheduler loop = Schedulers.newParallel("loop", 1);
        try (RedisServer server = RedisServer.start()) {
            LockedApp.onRedis(server, Shop.class).run(context -> {
                Shop shop = context.getBean(Shop.class);
                AtomicInteger beats = new AtomicInteger();
                AtomicInteger done = new AtomicInteger();
                try (Holder other = Holder.of(context.getBean(Locks.class), "order")) {
                    for (int i = 0; i < 50; i++) {
                        shop.pay().subscribeOn(loop).subscribe(paid -> done.incrementAndGet());
                    }
                    loop.schedulePeriodically(beats::incrementAndGet, 0, 5, TimeUnit.MILLISECONDS);

                    for (int i = 1; i <= 10; i++) {
                        int next = 5 * i;
                        await().atMost(SOON).until(() -> beats.get() > next);
                        assertThat(Thread.getAllStackTraces().entrySet())
                                .filteredOn(ReactiveWaitingTest::isEventLoop)
                                .noneMatch(ReactiveWaitingTest::waitsForALock);
                    }
                    assertThat(done).hasValue(0);
                }
                await().atMost(SOON).until(() -> done.get() == 50);
            });
        } finally {
            loop.dispose();
        }
    }

    private static boolean isEventLoop(Map.Entry<Thread, StackTraceElement[]> thread) {
        String name = thread.getKey().getName();
        return name.startsWith("loop") || name.startsWith("parallel") || name.startsWith("lettuce");
    }

    private static boolean waitsForALock(Map.Entry<Thread, StackTraceElement[]> thread) {
        return switch (thread.getKey().getState()) {
            case WAITING, TIMED_WAITING ->
                Arrays.stream(thread.getValue())
                        .anyMatch(frame -> frame.getClassName().startsWith("io.latchkey."));
            default -> false;
        };
    }

    public static class Shop {

        @DistributedLock(name = "order")
        public Mono<String> pay() {
            return Mono.just("paid");
        }
    }
}
