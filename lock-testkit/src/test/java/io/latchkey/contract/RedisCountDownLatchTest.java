package io.latchkey.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.LockListener;
import io.latchkey.testkit.contract.CountDownLatchContract;
import io.latchkey.testkit.contract.Peer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class RedisCountDownLatchTest extends CountDownLatchContract {

    private static RedisProcesses redis;

    @BeforeAll
    static void startServer() {
        redis = new RedisProcesses();
    }

    @AfterAll
    static void closeServer() {
        redis.close();
    }

    @Override
    protected Peer start(Duration leaseTime, List<LockListener> listeners) {
        return redis.start(leaseTime, listeners);
    }

    @Override
    public List<String> leftovers() {
        return redis.leftovers();
    }

    @Test
    void whenTheLastWakeUpIsLostWaitersShouldStillGoThrough() throws Exception {
        String name = freshName();
        here(name).trySetCount(1);
        List<CompletableFuture<Void>> waiting = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            waiting.add(here(name).awaitAsync());
            waiting.add(there(name).awaitAsync());
        }
        assertThat(there(name).getCount()).isEqualTo(1);

        redis.server().command("client", "kill", "type", "pubsub");
        here(name).countDown();
        redis.server().command("client", "kill", "type", "pubsub");

        CompletableFuture.allOf(waiting.toArray(new CompletableFuture<?>[0])).get(20, TimeUnit.SECONDS);
    }

    @Test
    void whenRunningOrOverNothingShouldStayForEver() {
        String name = freshName();
        here(name).trySetCount(2);
        here(name).countDown();

        assertThat(timeToLive(":latch"))
                .isBetween(Duration.ofDays(6).toMillis(), Duration.ofDays(7).toMillis());
        here(name).countDown();
        assertThat(timeToLive(":latch:operations")).isBetween(1L, 60_000L);
    }

    private static long timeToLive(String suffix) {
        return redis.server().keys("*" + suffix).stream()
                .mapToLong(key -> (Long) redis.server().command("pttl", key))
                .min()
                .orElseThrow();
    }
}
