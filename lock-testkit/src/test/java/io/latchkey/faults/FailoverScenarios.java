package io.latchkey.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.latchkey.Lease;
import io.latchkey.LeaseLostException;
import io.latchkey.testkit.RedisServer;
import io.latchkey.testkit.Replication;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.data.redis.connection.RedisConfiguration;

/** A master dies and a replica takes its place, whoever decides that: with what it knew, or without. */
@Timeout(120)
abstract class FailoverScenarios {

    static final Duration WAIT = Duration.ofSeconds(30);

    /** Longer than a failover and what a client takes to notice it; renewed every five seconds. */
    static final Duration LEASE = Duration.ofSeconds(15);

    private static final AtomicInteger NAMES = new AtomicInteger();

    final String name = "order:" + NAMES.incrementAndGet();

    @RegisterExtension
    final Owned owned = new Owned();

    /** How a client gets there. */
    abstract RedisConfiguration redis();

    /** The server that has the lock, and those that follow it. */
    abstract Replication replication();

    /** Waits until another has taken the place of a dead master. */
    abstract RedisServer awaitSuccessorOf(RedisServer master);

    final LockProcess process() {
        return process(LEASE);
    }

    final LockProcess process(Duration leaseTime) {
        return owned.process(redis(), settings -> settings.leaseTime(leaseTime).commandTimeout(Duration.ofSeconds(10)));
    }

    @Test
    void whenTheLockWasReplicatedShouldKeepIt() throws Exception {
        LockProcess holder = process();
        LockProcess other = process();
        Replication before = replication();
        Lease lease = holder.lock(name).acquire(WAIT);
        before.awaitInSync();

        before.master().kill();
        RedisServer master = awaitSuccessorOf(before.master());

        awaitRenewalAt(master);
        assertThat(lease.isValid()).isTrue();
        assertThat(other.lock(name).tryLock(Duration.ofSeconds(2))).isFalse();
        lease.release();
        assertThat(holder.losses()).isEmpty();
        Lease next = other.lock(name).acquire(WAIT);
        assertThat(next.fencingToken()).isGreaterThan(lease.fencingToken());
        next.release();
        awaitNothingLeftAt(master);
    }

    @Test
    void whenTheLockWasNotReplicatedShouldTellItsHolderAndGiveTheNextAGreaterToken() throws Exception {
        LockProcess holder = process();
        LockProcess other = process();
        Replication before = replication();
        before.awaitInSync();
        before.cut();
        Lease lease = holder.lock(name).acquire(WAIT);
        FencedCounter store = new FencedCounter();
        store.write(lease.fencingToken(), 1);

        before.master().kill();
        before.heal();
        RedisServer master = awaitSuccessorOf(before.master());
        Lease next = other.lock(name).acquire(WAIT);
        store.write(next.fencingToken(), 2);

        await().atMost(WAIT).until(() -> holder.losses().equals(List.of(lease)));
        assertThat(lease.isValid()).isFalse();
        assertThatExceptionOfType(LeaseLostException.class).isThrownBy(lease::release);
        assertThat(next.fencingToken()).isGreaterThan(lease.fencingToken());
        store.write(lease.fencingToken(), 3);
        assertThat(store.value()).isEqualTo(2);
        assertThat(next.isValid()).isTrue();
        next.release();
        assertThat(other.losses()).isEmpty();
        awaitNothingLeftAt(master);
    }

    @Test
    void whenOneWaitsShouldBeGrantedByTheSuccessor() throws Exception {
        LockProcess holder = process();
        LockProcess waiter = process();
        Replication before = replication();
        Lease lease = holder.lock(name).acquire(WAIT);
        CompletableFuture<Lease> waiting = waiter.lock(name).acquireAsync(Duration.ofSeconds(60));
        await().atMost(Rig.SOON).until(() -> (Long) before.master().command("zcard", Rig.lineKey(name)) == 1);
        before.awaitInSync();

        before.master().kill();
        RedisServer master = awaitSuccessorOf(before.master());
        lease.release();

        Lease next = Call.get(waiting);
        assertThat(next.isValid()).isTrue();
        assertThat(next.fencingToken()).isGreaterThan(lease.fencingToken());
        next.release();
        assertThat(holder.losses()).isEmpty();
        assertThat(waiter.losses()).isEmpty();
        awaitNothingLeftAt(master);
    }

    @Test
    void whenManyCountThroughItAFencedStoreShouldLoseNothing() throws Exception {
        LockProcess one = process(Duration.ofSeconds(3));
        LockProcess two = process(Duration.ofSeconds(3));
        Replication before = replication();
        try (FencedLoad load = new FencedLoad(name, 4, one, two)) {
            load.awaitProgress(20);

            before.master().kill();
            RedisServer master = awaitSuccessorOf(before.master());

            load.awaitProgress(20);
            load.stopAndCheck();
            awaitNothingLeftAt(master);
        }
    }

    /** A renewal shows in the time to live, which otherwise only falls. */
    final void awaitRenewalAt(RedisServer master) {
        AtomicLong last = new AtomicLong(Long.MAX_VALUE);
        await("a renewal").atMost(LEASE).pollInterval(Duration.ofMillis(50)).until(() -> {
            long left = (Long) master.command("pttl", Rig.lockKey(name));
            return left > last.getAndSet(left);
        });
    }

    final void awaitNothingLeftAt(RedisServer master) {
        await("nothing left").atMost(Rig.SOON).until(() -> master.keys(Rig.lockKey(name) + "*").stream()
                .allMatch(key -> key.endsWith(":guard")));
    }
}
