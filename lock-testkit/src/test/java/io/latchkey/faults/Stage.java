package io.latchkey.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.latchkey.testkit.Command;
import io.latchkey.testkit.Fault;
import io.latchkey.testkit.FaultProxy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** Where one scenario is played: one name, two processes that reach the server through one proxy of their own. */
abstract class Stage implements AutoCloseable {

    static final Duration PATIENCE = Duration.ofSeconds(15);

    private static final Predicate<Command> SCRIPT_CALL = Command.named("evalsha", "eval");

    final Rig rig;
    final String name;
    final LockProcess first;
    final LockProcess second;
    private final FaultProxy proxy;
    private Fault fault;

    Stage(Rig rig, String name, Duration leaseTime) {
        this.rig = rig;
        this.name = name;
        this.proxy = rig.proxy();
        this.first =
                rig.process(proxy, settings -> settings.leaseTime(leaseTime).commandTimeout(PATIENCE));
        this.second =
                rig.process(proxy, settings -> settings.leaseTime(leaseTime).commandTimeout(PATIENCE));
        awaitConnected();
        proxy.forgetCommands();
    }

    /** Subscribing is the last thing a process does before all is as usual. */
    private void awaitConnected() {
        await().pollInterval(Duration.ofMillis(5))
                .atMost(Rig.SOON)
                .until(() -> proxy.commandsSeen(Command.named("subscribe")) == 2);
    }

    /** Has the n-th script call lost. */
    final void strike(Loss loss, int nth) {
        fault = loss.arm(proxy, SCRIPT_CALL, nth);
    }

    /** Whether the armed fault has happened. */
    final boolean struck() {
        return fault != null && fault.fired();
    }

    /** How many script calls have come by. */
    final long calls() {
        return proxy.commandsSeen(SCRIPT_CALL);
    }

    final void awaitCalls(long calls) {
        await().pollInterval(Duration.ofMillis(5)).atMost(PATIENCE).until(() -> calls() >= calls);
    }

    final <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** The key of the lock that ends so. */
    final String key(String suffix) {
        return Rig.lockKey(name) + suffix;
    }

    /** How many members the sorted set under the key that ends so has. */
    final long size(String suffix) {
        return (Long) rig.server().command("zcard", key(suffix));
    }

    final void awaitSize(String suffix, long members) {
        await(suffix).pollInterval(Duration.ofMillis(5)).atMost(Rig.LINE_LIMIT).until(() -> size(suffix) == members);
    }

    /** Nobody was told of a loss, and everything taken was given back once. */
    final void assertNothingLost() {
        assertThat(first.losses()).isEmpty();
        assertThat(second.losses()).isEmpty();
        await().atMost(Rig.SOON).untilAsserted(() -> {
            assertThat(first.releases()).isEqualTo(first.acquisitions());
            assertThat(second.releases()).isEqualTo(second.acquisitions());
        });
    }

    /** Nothing is lost or left, and a third process finds all as if nobody had been there. */
    abstract void assertAllIsWell(LockProcess third) throws InterruptedException;

    @Override
    public void close() {
        first.close();
        second.close();
        proxy.close();
    }
}
