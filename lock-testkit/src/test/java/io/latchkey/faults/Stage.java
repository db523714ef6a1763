package io.latchkey.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.list;
import static org.awaitility.Awaitility.await;

import io.latchkey.Lease;
import io.latchkey.NamedLock;
import io.latchkey.spi.LockBackend;
import io.latchkey.testkit.Command;
import io.latchkey.testkit.Fault;
import io.latchkey.testkit.FaultProxy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiFunction;
import java.util.function.Predicate;

/** Where one {@link Scenario} is played: one lock, two processes that reach the server through one proxy of their own. */
final class Stage {

    private static final Predicate<Command> SCRIPT_CALL = Command.named("evalsha", "eval");
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private final Rig rig;
    private final String name;
    private final FaultProxy proxy;
    private final LockProcess first;
    private final LockProcess second;
    private Fault fault;
    private long highestToken;

    Stage(Rig rig, String name, Duration leaseTime) {
        this.rig = rig;
        this.name = name;
        this.proxy = rig.proxy();
        this.first = rig.process(proxy, settings -> settings.leaseTime(leaseTime));
        this.second = rig.process(proxy, settings -> settings.leaseTime(leaseTime));
        awaitConnected();
        proxy.forgetCommands();
    }

    /** Subscribing is the last thing a process does before all is as usual. */
    private void awaitConnected() {
        await().pollInterval(Duration.ofMillis(5))
                .atMost(Rig.SOON)
                .until(() -> proxy.commandsSeen(Command.named("subscribe")) == 2);
    }

    /** Arms a fault, made by the proxy for script calls. */
    void strike(BiFunction<FaultProxy, Predicate<Command>, Fault> how) {
        fault = how.apply(proxy, SCRIPT_CALL);
    }

    /** Whether the armed fault has happened. */
    boolean struck() {
        return fault != null && fault.fired();
    }

    /** How many script calls have come by. */
    long calls() {
        return proxy.commandsSeen(SCRIPT_CALL);
    }

    NamedLock first() {
        return first.lock(name);
    }

    NamedLock second() {
        return second.lock(name);
    }

    void awaitInLine(long processes) {
        rig.awaitInLine(name, processes);
    }

    Lease granted(CompletableFuture<Lease> acquisition)
            throws InterruptedException, ExecutionException, TimeoutException {
        return acquisition.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Inside the critical section: it must be the only one, at the server too, with a token above all before. */
    void inside(Lease lease) {
        assertThat(lease.isValid()).isTrue();
        assertThat(lease.fencingToken()).isGreaterThan(highestToken);
        highestToken = lease.fencingToken();
        assertThat(rig.heldAtServer(name))
                .asInstanceOf(list(String.class))
                .hasSize(2)
                .element(1)
                .extracting(Long::valueOf)
                .satisfies(runToken -> assertThat(lease.fencingToken())
                        .isBetween(runToken, runToken + LockBackend.TOKENS_PER_RUN - 1));
    }

    /** Nobody was told of a loss, everything taken was given back once, and a third process finds the lock free. */
    void assertAllIsWell(LockProcess third) throws InterruptedException {
        assertThat(first.losses()).isEmpty();
        assertThat(second.losses()).isEmpty();
        assertThat(first.releases()).isEqualTo(first.acquisitions());
        assertThat(second.releases()).isEqualTo(second.acquisitions());
        rig.awaitFree(name);
        rig.awaitInLine(name, 0);
        try (Lease lease = third.lock(name).acquire(PATIENCE)) {
            inside(lease);
        }
        rig.awaitFree(name);
    }

    void close() {
        first.close();
        second.close();
        proxy.close();
    }
}
