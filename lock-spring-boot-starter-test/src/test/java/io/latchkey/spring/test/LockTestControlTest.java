package io.latchkey.spring.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.latchkey.Lease;
import io.latchkey.Locks;
import io.latchkey.NamedLock;
import io.latchkey.memory.InMemoryLocks;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Configuration;

@Timeout(60)
@SpringBootTest
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class LockTestControlTest {

    @Autowired
    private Locks locks;

    @Autowired
    private LockTestControl control;

    @Test
    void shouldPutTheLocksInMemory() {
        assertThat(locks).isInstanceOf(InMemoryLocks.class);
    }

    @Test
    @Order(1)
    void whenHeldByTheTestShouldBeBusyForTheTestsOwnThreadToo() {
        control.hold("order:42");

        assertThat(locks.reentrant("order:42").tryLock()).isFalse();
        assertThat(control.state("order:42")).isHeld().wasNeverAcquired();
        assertThat(control.held()).hasSize(1);
        // and left to the reset after the test
    }

    @Test
    @Order(2)
    void whenTheTestBeforeLeftALockHeldShouldFindItFree() {
        assertThat(control.state("order:42")).isFree().wasNeverAcquired();
    }

    @Test
    void whenReleasedByTheTestShouldGoToWhoWaits() throws Exception {
        control.hold("order:42");
        CompletableFuture<Lease> waiting = locks.reentrant("order:42").acquireAsync(Duration.ofMinutes(1));
        assertThat(control.state("order:42")).hasWaiters(1);

        control.release("order:42");

        Lease lease = waiting.get(20, TimeUnit.SECONDS);
        LeaseAssert.assertThat(lease).isValid();
        assertThat(control.state("order:42"))
                .isHeldBy(Thread.currentThread().getName())
                .wasAcquired(1);
        lease.release();
    }

    @Test
    void whenLostShouldTellItsHolder() throws Exception {
        Lease lease = locks.reentrant("order:42").acquire(Duration.ZERO);
        CompletableFuture<Lease> told = new CompletableFuture<>();
        lease.onLost(told::complete);

        control.lose("order:42");

        assertThat(told.get(20, TimeUnit.SECONDS)).isSameAs(lease);
        LeaseAssert.assertThat(lease).isNotValid();
        Awaitility.await()
                .untilAsserted(
                        () -> assertThat(control.state("order:42")).isFree().wasLost());
        Lease next = control.hold("order:42");
        LeaseAssert.assertThat(next).isLaterThan(lease);
    }

    @Test
    void shouldHoldAndLoseOtherKindsToo() throws Exception {
        control.hold(locks.readWrite("stock").writeLock());
        assertThat(locks.readWrite("stock").readLock().tryAcquire()).isEmpty();
        control.release("stock");

        Lease reading = locks.readWrite("stock").readLock().acquire(Duration.ZERO);
        control.lose("stock");
        LeaseAssert.assertThat(reading).isNotValid();
    }

    @Test
    void whenAReadLockIsHeldTwiceShouldReleaseEachInTurn() {
        NamedLock reading = locks.readWrite("stock").readLock();
        control.hold(reading);
        control.hold(reading);

        control.release("stock");
        assertThat(control.state("stock").held()).hasSize(1);
        control.release("stock");
        assertThat(control.state("stock")).isFree();

        assertThatThrownBy(() -> control.release("stock")).hasMessage("the test does not hold lock 'stock', but []");
    }

    @Test
    void whenAReadLockIsHeldTwiceShouldReleaseAllAtTheReset() {
        NamedLock reading = locks.readWrite("stock").readLock();
        control.hold(reading);
        control.hold(reading);

        control.reset();

        assertThat(control.held()).isEmpty();
    }

    @Test
    void whenSeveralAreHeldAsOneShouldCountNoneAsTheApplications() {
        NamedLock both = locks.multi(locks.reentrant("north"), locks.reentrant("south"));
        control.hold(both);
        assertThat(control.state("north")).isHeld().wasNeverAcquired();
        assertThat(control.state("south")).isHeld().wasNeverAcquired();

        control.release(both.name());

        assertThat(control.state("north")).isFree();
        assertThat(control.state("south")).isFree();
    }

    @Test
    void whenUsedWronglyShouldSayWhatIsSo() throws Exception {
        Lease permit = locks.semaphore("slots", 1).acquire(Duration.ZERO);
        control.hold("order:42");

        assertThatThrownBy(() -> control.hold("order:42"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("the test cannot hold")
                .hasMessageContaining("order:42")
                .hasMessageContaining(Thread.currentThread().getName());
        assertThatThrownBy(() -> control.release("order:43"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the test does not hold lock 'order:43', but [order:42]");
        assertThatThrownBy(() -> control.lose("order:43"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("nobody holds lock 'order:43'");
        assertThatThrownBy(() -> control.lose("slots"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("lock 'slots' is held as semaphore, which cannot be taken away");
        permit.release();
    }

    @Test
    void whenAnAssertionFailsShouldSayWhatWasThere() throws Exception {
        try (Lease lease = locks.reentrant("order:42").acquire(Duration.ZERO)) {
            LockState held = control.state("order:42");
            LockState free = control.state("order:43");

            assertThatThrownBy(() -> assertThat(held).isFree())
                    .hasMessage(
                            "Expecting lock 'order:42' to be free, but it is held by [%s]",
                            Thread.currentThread().getName());
            assertThatThrownBy(() -> assertThat(free).isHeld())
                    .hasMessage("Expecting lock 'order:43' to be held, but it is free");
            assertThatThrownBy(() -> assertThat(held).isHeldBy("nobody"))
                    .hasMessageContaining("to be held by thread 'nobody'");
            assertThatThrownBy(() -> assertThat(held).hasWaiters(1)).hasMessageContaining("but there are 0");
            assertThatThrownBy(() -> assertThat(held).wasNeverAcquired()).hasMessageContaining("but it was 1 times");
            assertThatThrownBy(() -> assertThat(held).wasLost()).hasMessageContaining("but none was");
            assertThatThrownBy(() -> LeaseAssert.assertThat(lease).isNotValid()).hasMessageContaining("to have ended");
            assertThatCode(() -> assertThat(held).isHeld().wasAcquired(1)).doesNotThrowAnyException();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}
}
