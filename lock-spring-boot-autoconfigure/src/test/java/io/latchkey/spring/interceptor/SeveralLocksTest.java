package io.latchkey.spring.interceptor;

import static io.latchkey.spring.annotation.OnBusy.SKIP;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.latchkey.LeaseLostException;
import io.latchkey.Locks;
import io.latchkey.spring.annotation.DistributedLock;
import io.latchkey.spring.annotation.LockType;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** Keys of several elements lock all of them, or none. */
@Timeout(60)
class SeveralLocksTest {

    private static final Duration SOON = Duration.ofSeconds(20);

    private static void withShop(BiConsumer<Shop, Locks> test) {
        LockedApp.inMemory(Shop.class).run(context -> {
            Locks locks = context.getBean(Locks.class);
            test.accept(context.getBean(Shop.class), locks);
            await().atMost(SOON).until(() -> locked(locks).isEmpty());
        });
    }

    @Test
    void shouldLockEveryElement() {
        withShop((shop, locks) -> {
            assertThat(shop.byCollection(List.of("1", "2"))).containsExactly("1", "2");
            assertThat(shop.byCollection(Set.of("3"))).containsExactly("3");
            assertThat(shop.byArray("3", "1")).containsExactly("1", "3");
            assertThat(shop.byArguments("2", "3")).containsExactly("2", "3");
            assertThat(shop.fair(List.of("1", "2"))).isEqualTo(2);
        });
    }

    @Test
    void whenOneIsBusyShouldTakeNone() {
        withShop((shop, locks) -> {
            try (Holder other = Holder.of(locks, "item:2")) {
                assertThat(shop.skipped(List.of("1", "2"))).isNull();
                assertThat(locked(locks)).containsExactly("2");
            }
            assertThat(shop.skipped(List.of("1", "2"))).containsExactly("1", "2");
        });
    }

    @Test
    void whenOneElementIsNullOrBlankShouldTakeNone() {
        withShop((shop, locks) -> {
            assertThatThrownBy(() -> shop.byCollection(Arrays.asList("1", null)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("contains null");
            assertThatThrownBy(() -> shop.byCollection(List.of("1", " ")))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("contains blank text");
        });
    }

    @Test
    void whenCalledAgainInsideShouldEnterAgain() {
        withShop((shop, locks) ->
                assertThat(shop.nested(shop, List.of("1", "2"))).containsExactly("1", "2"));
    }

    @Test
    void whenOneIsLostShouldFail() {
        withShop((shop, locks) ->
                assertThatThrownBy(() -> shop.losing(List.of("1", "2"))).isInstanceOf(LeaseLostException.class));
    }

    @Test
    void shouldHoldThemForStagesAndPublishers() {
        withShop((shop, locks) -> {
            assertThat(shop.stage(List.of("1", "2"))).succeedsWithin(SOON).isEqualTo(List.of("1", "2"));
            StepVerifier.create(shop.mono(List.of("1", "2")))
                    .expectNext(List.of("1", "2"))
                    .expectComplete()
                    .verify(SOON);
        });
    }

    private static List<String> locked(Locks locks) {
        return List.of("1", "2", "3").stream()
                .filter(item -> locks.reentrant("item:" + item).isLocked())
                .toList();
    }

    public static class Shop {

        private final Locks locks;

        public Shop(Locks locks) {
            this.locks = locks;
        }

        @DistributedLock(name = "item", key = "#items")
        public List<String> byCollection(Collection<String> items) {
            return locked(locks);
        }

        @DistributedLock(name = "item", key = "#items")
        public List<String> byArray(String... items) {
            return locked(locks);
        }

        @DistributedLock(name = "item", key = "{#from, #to}")
        public List<String> byArguments(String from, String to) {
            return locked(locks);
        }

        @DistributedLock(name = "item", key = "#items", type = LockType.FAIR)
        public long fair(List<String> items) {
            return items.stream()
                    .filter(item -> locks.fair("item:" + item).isLocked())
                    .count();
        }

        @DistributedLock(name = "item", key = "#items", waitTime = 0, onBusy = SKIP)
        public @Nullable List<String> skipped(List<String> items) {
            return locked(locks);
        }

        @DistributedLock(name = "item", key = "#items")
        public List<String> nested(Shop shop, List<String> items) {
            return shop.byCollection(items);
        }

        @DistributedLock(name = "item", key = "#items")
        public void losing(List<String> items) {
            locks.reentrant("item:" + items.get(0)).forceUnlock();
        }

        @DistributedLock(name = "item", key = "#items")
        public CompletableFuture<List<String>> stage(List<String> items) {
            return CompletableFuture.completedFuture(locked(locks));
        }

        @DistributedLock(name = "item", key = "#items")
        public Mono<List<String>> mono(List<String> items) {
            return Mono.fromCallable(() -> locked(locks));
        }
    }
}
