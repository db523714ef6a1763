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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class RedisCountDownLatchTest extends CountDownLatchContract {

    @RegisterExtension
    final SharedRedis redis = new SharedRedis();

    @Override
    protected Peer start(Duration leaseTime, List<LockListener> listeners) {
        return redis.get().start(leaseTime, listeners);
    }

    @Override
    public List<String> leftovers() {
        return redis.get().leftovers();
    }

    @Override
    public List<String> channels() {
        return redis.get().channels();
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

        redis.get().killSubscriptions();
        here(name).countDown();
        redis.get().killSubscriptions();

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

    private long timeToLive(String suffix) {
        return redis.get().keys("*" + suffix).stream()
                .mapToLong(key -> (Long) redis.get().command("pttl", key))
                .min()
                .orElseThrow();
    }
}
