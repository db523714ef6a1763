package io.latchkey.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.latchkey.Lease;
import io.latchkey.LeaseLostException;
import io.latchkey.LockBackendException;
import io.latchkey.NamedLock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that forgets: its holders hear of it, and those who wait go on. */
@Timeout(60)
@Tag("faults")
class ServerLossTest {

    /** Renewed every second. */
    private static final Duration LEASE = Duration.ofSeconds(3);

    private static final Duration WAIT = Duration.ofSeconds(20);

    @RegisterExtension
    private final Rig rig = new Rig();

    @Tag("smoke")
    @Test
    void whenServerRestartsEmptyShouldTellTheHolderAndGoOnWithGreaterTokens() throws Exception {
        LockProcess process = rig.process(settings -> settings.leaseTime(LEASE));
        NamedLock lock = process.lock("order");
        Lease lease = lock.acquire(WAIT);
        List<Lease> told = new CopyOnWriteArrayList<>();
        lease.onLost(told::add);

        rig.server().kill();
        rig.server().restart();

        await().atMost(Rig.SOON).until(() -> told.equals(List.of(lease)));
        assertThat(lease.isValid()).isFalse();
        assertThatExceptionOfType(LeaseLostException.class).isThrownBy(lease::release);
        Lease next = lock.acquire(WAIT);
        assertThat(next.fencingToken()).isGreaterThan(lease.fencingToken());
        next.release();
        assertThat(process.losses()).containsExactly(lease);
    }

    @Test
    void whenServerRestartsShouldWakeWaitersAgain() throws Exception {
        LockProcess holder = rig.process();
        LockProcess waiter = rig.process();
        rig.server().kill();
        rig.server().restart();
        Lease lease = holder.lock("order").acquire(WAIT);
        CompletableFuture<Lease> next = waiter.lock("order").acquireAsync(WAIT);

        await().atMost(Rig.SOON).until(() -> wakeUpChannels() == 2);
        rig.awaitInLine("order", 1);
        lease.release();

        Call.get(next).release();
    }

    @ParameterizedTest
    @ValueSource(strings = {"flushall", "del latchkey:{order}"})
    void whenLockIsDeletedShouldTellTheHolderAndGrantThoseWhoWait(String command) throws Exception {
        LockProcess process = rig.process(settings -> settings.leaseTime(LEASE));
        LockProcess other = rig.process();
        NamedLock lock = process.lock("order");
        lock.lock();
        Lease lease = lock.currentLease().orElseThrow();
        CompletableFuture<Lease> remote = other.lock("order").acquireAsync(WAIT);
        rig.awaitInLine("order", 1);
        CompletableFuture<Lease> local = lock.acquireAsync(WAIT);

        rig.server().command(command.split(" "));

        await().atMost(Rig.SOON).until(() -> process.losses().equals(List.of(lease)));
        assertThat(lease.isValid()).isFalse();
        assertThatExceptionOfType(LeaseLostException.class)
                .isThrownBy(lock::unlock)
                .withMessageContaining("'order'");
        remote.thenAccept(Lease::release);
        local.thenAccept(Lease::release);
        assertThat(Call.get(remote).fencingToken()).isGreaterThan(lease.fencingToken());
        assertThat(Call.get(local).fencingToken()).isGreaterThan(lease.fencingToken());
        assertThat(process.losses()).containsExactly(lease);
        assertThat(other.losses()).isEmpty();
    }

    @Test
    void whenAnotherHoldsTheLockAtRenewalShouldTellTheHolderAndLeaveTheOtherAlone() throws Exception {
        LockProcess process = rig.process(settings -> settings.leaseTime(LEASE));
        LockProcess other = rig.process();
        Lease lease = process.lock("order").acquire(WAIT);
        rig.server().command("del", Rig.lockKey("order"));
        Lease next = other.lock("order").acquire(WAIT, Duration.ofSeconds(30));
        rig.server().command("pexpire", Rig.lockKey("order"), "20000");

        await().atMost(Rig.SOON).until(() -> process.losses().equals(List.of(lease)));

        assertThat(rig.heldAtServer("order")).element(1).isEqualTo(Long.toString(next.fencingToken()));
        assertThat(rig.timeToLive("order"))
                .as("what a renewal makes %s", LEASE)
                .isBetween(LEASE.toMillis() + 1, 20_000L);
        next.release();
        assertThat(other.losses()).isEmpty();
    }

    @Test
    void whenLockOfFixedLeaseIsDeletedShouldTellAtUnlock() {
        LockProcess process = rig.process();
        NamedLock lock = process.lock("order");
        lock.lock(Duration.ofSeconds(30));

        rig.server().command("flushall");

        assertThatExceptionOfType(LeaseLostException.class).isThrownBy(lock::unlock);
        assertThat(lock.isHeldByCurrentThread()).isFalse();
        await().atMost(Rig.SOON).until(() -> process.losses().size() == 1);
    }

    @Test
    void whenDeadHoldersLockHasNoTimeToLiveShouldGiveItOne() throws Exception {
        rig.server().command("hset", Rig.lockKey("order"), "dead:1:1", "1");
        LockProcess process = rig.process();

        Lease lease = process.lock("order").acquire(WAIT, Duration.ofSeconds(2));

        assertThat(lease.isValid()).isTrue();
        lease.release();
    }

    @Test
    void whenLiveHoldersLockLosesItsTimeToLiveShouldHaveOneAgainAfterRenewal() throws Exception {
        LockProcess process = rig.process(settings -> settings.leaseTime(LEASE));
        Lease lease = process.lock("order").acquire(WAIT);

        rig.server().command("persist", Rig.lockKey("order"));

        await().atMost(Rig.SOON).until(() -> rig.timeToLive("order") > 0);
        assertThat(lease.isValid()).isTrue();
        lease.release();
    }

    @Test
    void whenServerIsDownAtFirstShouldWorkOnceItIsUp() throws Exception {
        rig.server().kill();
        LockProcess process = rig.process();
        LockProcess other = rig.process();
        NamedLock lock = process.lock("order");
        assertThatExceptionOfType(LockBackendException.class).isThrownBy(lock::tryLock);

        CompletableFuture<Call<Boolean>> waiting = Call.start(() -> {
            boolean locked = lock.tryLock(WAIT);
            lock.unlock();
            return locked;
        });
        rig.server().restart();

        assertThat(Call.get(waiting).value()).isTrue();
        other.lock("order").acquire(WAIT).release();
        await("both listen for wake-ups").atMost(Rig.SOON).until(() -> wakeUpChannels() == 2);
    }

    @Test
    void whenServerDiesWhileHeldShouldReportItUntilItIsBack() throws Exception {
        LockProcess process = rig.process(settings -> settings.leaseTime(LEASE));
        NamedLock lock = process.lock("order");
        Lease lease = lock.acquire(WAIT);

        rig.server().kill();

        Call<Boolean> waited = Call.make(() -> process.lock("other").tryLock(Duration.ofSeconds(2)));
        assertThat(waited.failure()).isInstanceOf(LockBackendException.class);
        assertThat(waited.took()).isBetween(Duration.ofMillis(1_500), Duration.ofSeconds(10));
        await().atMost(Rig.SOON).until(() -> process.losses().equals(List.of(lease)));
        rig.server().restart();
        lock.acquire(WAIT).release();
    }

    private int wakeUpChannels() {
        return ((List<?>) rig.server().command("pubsub", "channels", "latchkey:wake:*")).size();
    }
}
