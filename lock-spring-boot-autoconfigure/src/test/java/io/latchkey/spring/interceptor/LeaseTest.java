package io.latchkey.spring.interceptor;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.latchkey.Lease;
import io.latchkey.LeaseLostException;
import io.latchkey.LockContext;
import io.latchkey.Locks;
import io.latchkey.spring.annotation.DistributedLock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the body knows of the lease it runs under. */
class LeaseTest {

    private static void withShop(Consumer<Shop> test) {
        LockedApp.inMemory(Shop.class).run(context -> test.accept(context.getBean(Shop.class)));
    }

    @Test
    void shouldFillInTheParameter() {
        withShop(shop -> {
            Lease first = requireNonNull(shop.pay("42", null));
            Lease second = requireNonNull(shop.pay("42", null));

            assertThat(first.name()).isEqualTo("order:42");
            assertThat(second.fencingToken()).isGreaterThan(first.fencingToken());
            assertThat(second.isValid()).isFalse();
        });
    }

    @Test
    void shouldHoldTheLockForAsLongAsTheAnnotationSays() {
        LockedApp.inMemory(Shop.class)
                .withPropertyValues("shop.lease=5m", "latchkey.lease-time=1h")
                .run(context -> {
                    Shop shop = context.getBean(Shop.class);

                    assertThat(shop.leaseOfText()).isBetween(Duration.ofMinutes(4), Duration.ofMinutes(5));
                    assertThat(shop.leaseOfNumber()).isBetween(Duration.ofMinutes(6), Duration.ofMinutes(7));
                });
    }

    @Test
    void whenACallerPassesALeaseShouldGiveTheBodyItsOwn() {
        withShop(shop -> {
            Lease stale = shop.pay("42", null);

            assertThat(shop.pay("42", stale)).isNotSameAs(stale);
        });
    }

    @Test
    void whenThereIsNoLockShouldLeaveTheParameterAlone() {
        withShop(shop -> assertThat(shop.payWithoutLock("42", null)).isNull());
    }

    @Test
    void shouldBeUnderTheLeaseInsideOnly() {
        withShop(shop -> {
            assertThat(shop.current().name()).isEqualTo("order");
            assertThat(LockContext.currentLease()).isEmpty();
        });
    }

    @Test
    void whenTheLeaseIsLostShouldNotPassAsHeld() {
        withShop(shop -> assertThatThrownBy(shop::assertHeldAfterLoss).isInstanceOf(LeaseLostException.class));
    }

    public static class Shop {

        private final Locks locks;

        public Shop(Locks locks) {
            this.locks = locks;
        }

        @DistributedLock(name = "order", key = "#orderId")
        public @Nullable Lease pay(String orderId, @Nullable Lease lease) {
            LockContext.assertHeld();
            assertThat(LockContext.currentLease()).containsSame(lease);
            return lease;
        }

        @DistributedLock(name = "order", condition = "false")
        public @Nullable Lease payWithoutLock(String orderId, @Nullable Lease lease) {
            return lease;
        }

        @DistributedLock(name = "order")
        public Lease current() {
            return LockContext.currentLease().orElseThrow();
        }

        @DistributedLock(name = "order", leaseTimeString = "${shop.lease:1s}")
        public Duration leaseOfText() {
            return LockContext.currentLease().orElseThrow().remaining();
        }

        @DistributedLock(name = "order", leaseTime = 420, timeUnit = TimeUnit.SECONDS)
        public Duration leaseOfNumber() {
            return LockContext.currentLease().orElseThrow().remaining();
        }

        @DistributedLock(name = "order")
        public void assertHeldAfterLoss() {
            locks.reentrant("order").forceUnlock();
            LockContext.assertHeld();
        }
    }
}
