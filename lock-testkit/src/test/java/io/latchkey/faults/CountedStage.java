package io.latchkey.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.latchkey.Lease;
import io.latchkey.Locks;
import io.latchkey.NamedCountDownLatch;
import io.latchkey.NamedSemaphore;
import io.latchkey.testkit.Command;
import io.latchkey.testkit.Fault;
import io.latchkey.testkit.FaultProxy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** Where one {@link CountedScenario} is played: two processes that reach the server through one proxy of their own. */
final class CountedStage {

    static final Duration PATIENCE = Duration.ofSeconds(15);

    private static final Duration WATCHDOG_LEASE = Duration.ofMillis(1_500);
    private static final Predicate<Command> SCRIPT_CALL = Command.named("evalsha", "eval");

    private final Rig rig;
    private final String name;
    private final FaultProxy proxy;
    private final LockProcess first;
    private final LockProcess second;
    private Fault fault;

    CountedStage(Rig rig, String name) {
        this.rig = rig;
        this.name = name;
        this.proxy = rig.proxy();
        this.first = rig.process(proxy, settings -> settings.leaseTime(WATCHDOG_LEASE));
        this.second = rig.process(proxy, settings -> settings.leaseTime(WATCHDOG_LEASE));
        await().pollInterval(Duration.ofMillis(5))
                .atMost(Rig.SOON)
                .until(() -> proxy.commandsSeen(Command.named("subscribe")) == 2);
        proxy.forgetCommands();
    }

    void strike(Loss loss, int nth) {
        fault = loss.arm(proxy, SCRIPT_CALL, nth);
    }

    boolean struck() {
        return fault != null && fault.fired();
    }

    long calls() {
        return proxy.commandsSeen(SCRIPT_CALL);
    }

    void awaitCalls(long calls) {
        await().pollInterval(Duration.ofMillis(5)).atMost(PATIENCE).until(() -> calls() >= calls);
    }

    NamedSemaphore first(int permits) {
        return first.locks().semaphore(name, permits);
    }

    NamedSemaphore second(int permits) {
        return second.locks().semaphore(name, permits);
    }

    NamedCountDownLatch firstLatch() {
        return first.locks().countDownLatch(name);
    }

    NamedCountDownLatch secondLatch() {
        return second.locks().countDownLatch(name);
    }

    <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** The lease is valid, and the server knows of exactly so many permits. */
    void inside(Lease lease, long held) {
        assertThat(lease.isValid()).isTrue();
        assertHeld(held);
    }

    void assertHeld(long held) {
        assertThat((Long) rig.server().command("zcard", permitsKey()))
                .as("permits held at the server")
                .isEqualTo(held);
    }

    void assertCount(int count) {
        assertThat(rig.server().command("get", Rig.lockKey(name) + ":latch"))
                .as("count at the server")
                .isEqualTo(count == 0 ? null : String.valueOf(count));
    }

    void awaitInLine(long processes) {
        await().pollInterval(Duration.ofMillis(5)).atMost(Rig.SOON).until(() -> inLine(":permits") == processes);
    }

    void awaitInLineOfLatch(long processes) {
        await().pollInterval(Duration.ofMillis(5)).atMost(Rig.SOON).until(() -> inLine(":latch") == processes);
    }

    private long inLine(String suffix) {
        return (Long) rig.server().command("zcard", Rig.lockKey(name) + suffix + ":line");
    }

    private String permitsKey() {
        return Rig.lockKey(name) + ":permits";
    }

    /** Nobody was told of a loss, everything taken was given back once, and a third process finds all permits. */
    void assertAllIsWell(Locks third) {
        assertThat(first.losses()).isEmpty();
        assertThat(second.losses()).isEmpty();
        await().atMost(Rig.SOON).untilAsserted(() -> {
            assertThat(first.releases()).isEqualTo(first.acquisitions());
            assertThat(second.releases()).isEqualTo(second.acquisitions());
            assertHeld(0);
        });
        awaitInLine(0);
        awaitInLineOfLatch(0);
        assertCount(0);
        assertThat(third.semaphore(name + " of nobody", 3).availablePermits()).isEqualTo(3);
    }

    void close() {
        first.close();
        second.close();
        proxy.close();
        rig.server().command("del", permitsKey() + ":limit");
    }
}
