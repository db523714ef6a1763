package io.latchkey.spring.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.Locks;
import io.latchkey.NamedLock;
import io.latchkey.spring.annotation.DistributedLock;
import io.latchkey.spring.annotation.LockType;
import io.latchkey.testkit.RedisServer;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Each type takes the lock it is named for. */
@Timeout(60)
class LockTypeTest {

    @Test
    void shouldTakeAReentrantLock() {
        inside(Shop::reentrant, locks -> locks.reentrant("order:42"));
    }

    @Test
    void shouldTakeAFairLock() {
        inside(Shop::fair, locks -> locks.fair("order:42"));
    }

    @Test
    void shouldTakeTheReadSide() {
        inside(Shop::read, locks -> locks.readWrite("order:42").readLock());
    }

    @Test
    void shouldTakeTheWriteSide() {
        inside(Shop::write, locks -> locks.readWrite("order:42").writeLock());
    }

    @Test
    void shouldTakeARedLock() {
        inside(Shop::red, locks -> locks.red("order:42"));
    }

    @Test
    void whenThereAreNoServersForRedLocksShouldFailTheStart() {
        try (RedisServer server = RedisServer.start()) {
            LockedApp.onRedis(server, Shop.class).run(context -> {
                InvalidDistributedLockException wrong = WrongUse.in(context.getStartupFailure());

                assertThat(wrong.problem())
                        .startsWith("@DistributedLock on Shop.red(Function): there is no lock of type RED: ")
                        .contains("latchkey.red-lock.nodes");
                assertThat(wrong.remedy()).isEqualTo("Choose another type, or set up what this one needs.");
            });
        }
    }

    private static void inside(
            BiFunction<Shop, Function<Locks, NamedLock>, Boolean> call, Function<Locks, NamedLock> lock) {
        LockedApp.inMemory(Shop.class).run(context -> {
            assertThat(call.apply(context.getBean(Shop.class), lock)).isTrue();
            assertThat(lock.apply(context.getBean(Locks.class)).isLocked()).isFalse();
        });
    }

    public static class Shop {

        private final Locks locks;

        public Shop(Locks locks) {
            this.locks = locks;
        }

        @DistributedLock(name = "order", key = "42")
        public boolean reentrant(Function<Locks, NamedLock> lock) {
            return lock.apply(locks).isHeldByCurrentThread();
        }

        @DistributedLock(name = "order", key = "42", type = LockType.FAIR)
        public boolean fair(Function<Locks, NamedLock> lock) {
            return lock.apply(locks).isHeldByCurrentThread();
        }

        @DistributedLock(name = "order", key = "42", type = LockType.READ)
        public boolean read(Function<Locks, NamedLock> lock) {
            return lock.apply(locks).isHeldByCurrentThread();
        }

        @DistributedLock(name = "order", key = "42", type = LockType.RED)
        public boolean red(Function<Locks, NamedLock> lock) {
            return lock.apply(locks).isHeldByCurrentThread();
        }

        @DistributedLock(name = "order", key = "42", type = LockType.WRITE)
        public boolean write(Function<Locks, NamedLock> lock) {
            return lock.apply(locks).isHeldByCurrentThread();
        }
    }
}
