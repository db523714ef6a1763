package io.latchkey.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.latchkey.Lease;
import io.latchkey.LeaseLostException;
import io.latchkey.LockListener;
import io.latchkey.testkit.contract.Peer;
import io.latchkey.testkit.contract.SemaphoreContract;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class RedisSemaphoreTest extends SemaphoreContract {

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
    void whenTheKeyIsRemovedShouldTellEveryHolderAndGiveThePermitsBack() throws Exception {
        String name = freshName();
        Peer peer = open(Duration.ofSeconds(1));
        Set<Lease> told = ConcurrentHashMap.newKeySet();
        List<Lease> taken = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            taken.add(peer.locks().semaphore(name, 2).acquire(Duration.ZERO).onLost(told::add));
        }

        redis.get().command("del", "latchkey:{" + name + "}:permits");

        await().atMost(Duration.ofSeconds(20)).until(() -> told.size() == 2);
        assertThat(here(name, 2).availablePermits()).isEqualTo(2);
        for (Lease lease : taken) {
            assertThatThrownBy(lease::release).isInstanceOf(LeaseLostException.class);
        }
    }

    @Test
    void whenAProcessDiesItsPermitsShouldComeBack() throws Exception {
        String name = freshName();
        Peer dying = redis.get().startDying(Duration.ofSeconds(1));
        dying.locks().semaphore(name, 2).acquire(Duration.ZERO);
        dying.locks().semaphore(name, 2).acquire(Duration.ZERO);
        CompletableFuture<Lease> one = here(name, 2).acquireAsync(Duration.ofSeconds(30));
        CompletableFuture<Lease> other = there(name, 2).acquireAsync(Duration.ofSeconds(30));

        dying.close();

        one.get(20, TimeUnit.SECONDS).release();
        other.get(20, TimeUnit.SECONDS).release();
        assertThat(here(name, 2).availablePermits()).isEqualTo(2);
    }

    @Test
    void whenResizedShouldForgetItAfterADay() {
        String name = freshName();

        here(name, 2).resize(3);

        assertThat((Long) redis.get().command("pttl", "latchkey:{" + name + "}:permits:limit"))
                .isBetween(Duration.ofHours(23).toMillis(), Duration.ofDays(1).toMillis());
    }
}
