package io.latchkey.spring.interceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.latchkey.LockContext;
import io.latchkey.spring.annotation.DistributedLock;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.CharBuffer;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.util.Calendar;
import java.util.Date;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a call locks. Every method here answers with the name of the lock it runs under. */
class KeyTest {

    private static void withShop(Consumer<Shop> test) {
        LockedApp.inMemory(Shop.class)
                .withBean("regions", Regions.class)
                .withPropertyValues("shop.region=eu", "shop.name=shop:orders")
                .run(context -> test.accept(context.getBean(Shop.class)));
    }

    @Test
    void shouldLockByArgument() {
        withShop(shop -> {
            assertThat(shop.byName("42")).isEqualTo("order:42");
            assertThat(shop.byPosition("42")).isEqualTo("order:42");
            assertThat(shop.byOtherPosition("x", 42)).isEqualTo("order:42");
            assertThat(shop.byProperty(new Order("42"))).isEqualTo("order:42");
            assertThat(shop.byValue("42")).isEqualTo("order:42");
        });
    }

    @Test
    void whenAParameterIsCalledLikeAPlaceShouldMeanTheParameter() {
        withShop(shop -> assertThat(shop.byNameLikeAPlace("42", "x")).isEqualTo("order:42"));
    }

    @Test
    void whenNoNameIsGivenShouldUseClassAndMethod() {
        withShop(shop -> {
            assertThat(shop.withoutName("42")).isEqualTo(Shop.class.getName() + ".withoutName:42");
            assertThat(shop.withoutAnything()).isEqualTo(Shop.class.getName() + ".withoutAnything");
        });
    }

    @Test
    void shouldKnowTheCall() {
        withShop(shop -> {
            assertThat(shop.byRoot("42")).isEqualTo("order:byRoot42");
            assertThat(shop.byMethodAndTarget()).isEqualTo("order:byMethodAndTarget-berlin");
        });
    }

    @Test
    void shouldKnowBeansAndPlaceholders() {
        withShop(shop -> {
            assertThat(shop.byBean("42")).isEqualTo("order:eu-42");
            assertThat(shop.byPlaceholder("42")).isEqualTo("shop:orders:eu-42");
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "#{T(java.lang.Runtime).getRuntime()}",
                "${shop.region}",
                "T(java.lang.System).exit(1)",
                "#p0",
                "@regions",
                "'x' + 'y'"
            })
    void whenAValueLooksLikeAnExpressionShouldTakeItAsText(String value) {
        withShop(shop -> {
            assertThat(shop.byName(value)).isEqualTo("order:" + value);
            assertThat(shop.byPosition(value)).isEqualTo("order:" + value);
            assertThat(shop.byConcatenation(value)).isEqualTo("order:no " + value);
        });
    }

    @Test
    void whenConditionIsFalseShouldRunWithoutTheLock() {
        withShop(shop -> {
            assertThat(shop.onlyLarge(1000)).isEqualTo("order:1000");
            assertThat(shop.onlyLarge(1)).isEqualTo("none");
        });
    }

    @Test
    void whenConditionIsNoTruthValueShouldSaySo() {
        withShop(shop -> assertThatThrownBy(() -> shop.conditionOfText(null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the condition '#flag' of Shop.conditionOfText(Boolean) is neither true nor false"));
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "  ", "\t\n"})
    void whenKeyIsNullOrBlankShouldFail(String key) {
        withShop(shop -> assertThatThrownBy(() -> shop.byName(key))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("the key '#orderId' of Shop.byName(String) is ")
                .hasMessageEndingWith("there is nothing to lock"));
    }

    @Test
    void whenKeyIsEmptyShouldFail() {
        withShop(shop -> {
            assertThatThrownBy(() -> shop.byList(List.of()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("the key '#orderIds' of Shop.byList(List) is empty, and there is nothing to lock");
            assertThatThrownBy(() -> shop.byOptional(Optional.empty())).isInstanceOf(IllegalArgumentException.class);
        });
    }

    @Test
    void whenAKeySaysNothingAboutItselfShouldFail() {
        withShop(shop -> assertThatThrownBy(() -> shop.byObject(new Object()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "the key '#anything' of Shop.byObject(Object) is or contains a java.lang.Object, which has no"
                                + " text that stands for its value; use one of its properties, as in #order.id"));
    }

    @Test
    void whenKeyCannotBeEvaluatedShouldSayWhichAndWhy() {
        withShop(shop -> assertThatThrownBy(() -> shop.byProperty(null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("the key '#order.id' of Shop.byProperty(Order) cannot be evaluated: ")
                .hasMessageContaining("null"));
    }

    @Test
    void whenOneElementIsGivenShouldLockIt() {
        withShop(shop -> {
            assertThat(shop.byList(List.of("42"))).isEqualTo("order:42");
            assertThat(shop.byList(List.of("42", "42"))).isEqualTo("order:42");
            assertThat(shop.byOptional(Optional.of("42"))).isEqualTo("order:42");
            assertThat(shop.byArray(42)).isEqualTo("order:42");
        });
    }

    @Test
    void whenAKeyHasPartsShouldTellThemApart() {
        withShop(shop -> {
            assertThat(shop.byParts("a:b", "c")).isEqualTo("order:a%3Ab,c");
            assertThat(shop.byParts("a", "b:c")).isEqualTo("order:a,b%3Ac");
            assertThat(shop.byParts("a,b", "c")).isEqualTo("order:a%2Cb,c");
            assertThat(shop.byParts("a", "b,c")).isEqualTo("order:a,b%2Cc");
            assertThat(shop.byParts("a%2Cb", "c")).isEqualTo("order:a%252Cb,c");
            assertThat(shop.byName("a,b")).isEqualTo("order:a%2Cb");
        });
    }

    @Test
    void whenPartsHaveNoOrderShouldCallTheLockTheSameEverywhere() {
        withShop(shop -> {
            assertThat(shop.byObject(List.of(new LinkedHashSet<>(List.of("b:", "a", "c")))))
                    .isEqualTo("order:a,b%3A,c");
            assertThat(shop.byObject(List.of(new LinkedHashSet<>(List.of("c", "b:", "a")))))
                    .isEqualTo("order:a,b%3A,c");
            assertThat(shop.byObject(List.of(Map.of("x", "b", "y", "a").values())))
                    .isEqualTo("order:a,b");
            assertThat(shop.byObject(List.of(List.of("b", "a")))).isEqualTo("order:b,a");
        });
    }

    @Test
    void whenAKeyIsAMapShouldFail() {
        withShop(shop -> {
            assertThatThrownBy(() -> shop.byObject(new TreeMap<>(Map.of("a", "b"))))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("is or contains a java.util.TreeMap, which has no text");
            assertThatThrownBy(() -> shop.byObject(List.of("a", Map.of("a", "b"))))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("which has no text that stands for its value");
        });
    }

    @ParameterizedTest
    @MethodSource
    void shouldTakeTheTextOfAnythingThatHasOne(Object key, String text) {
        withShop(shop -> assertThat(shop.byObject(key)).isEqualTo("order:" + text));
    }

    static Stream<Arguments> shouldTakeTheTextOfAnythingThatHasOne() {
        return Stream.of(
                arguments(CharBuffer.wrap("42"), "42"),
                arguments(42L, "42"),
                arguments(new BigDecimal("4.20"), "4.20"),
                arguments(true, "true"),
                arguments('x', "x"),
                arguments(TimeUnit.DAYS, "DAYS"),
                arguments(new UUID(0, 42), "00000000-0000-0000-0000-00000000002a"),
                arguments(LocalDate.of(2026, 2, 1), "2026-02-01"),
                arguments(new Order("42"), "Order[id=42]"),
                arguments(URI.create("a/b"), "a/b"));
    }

    @ParameterizedTest
    @MethodSource
    void whenARecordHoldsWhatHasNoTextShouldFail(Object key, String culprit) {
        withShop(shop -> assertThatThrownBy(() -> shop.byObject(key))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is or contains a " + culprit + ", which has no text"));
    }

    @SuppressWarnings("JavaUtilDate")
    static Stream<Arguments> whenARecordHoldsWhatHasNoTextShouldFail() {
        return Stream.of(
                arguments(new Item(new Plain()), Plain.class.getTypeName()),
                arguments(new Item(new byte[] {4, 2}), "byte[]"),
                arguments(new Item(new Item(new Plain())), Plain.class.getTypeName()),
                arguments(new Item(List.of("a", new Plain())), Plain.class.getTypeName()),
                arguments(new Item(Optional.of(new Plain())), Plain.class.getTypeName()),
                arguments(new Item(new LinkedHashSet<>(List.of("a", "b"))), "java.util.LinkedHashSet"),
                arguments(new Item(new TreeMap<>(Map.of("a", "b"))), "java.util.TreeMap"),
                arguments(new Item(new Date(42)), "java.util.Date"));
    }

    @ParameterizedTest
    @MethodSource
    void whenARecordHoldsOnlyWhatHasTextShouldTakeIt(Object key, String text) {
        withShop(shop -> assertThat(shop.byObject(key)).isEqualTo("order:" + text));
    }

    static Stream<Arguments> whenARecordHoldsOnlyWhatHasTextShouldTakeIt() {
        return Stream.of(
                arguments(new Item("42"), "Item[of=42]"),
                arguments(new Item(new Order("42")), "Item[of=Order[id=42]]"),
                arguments(new Item(List.of("a", 4)), "Item[of=[a%2C 4]]"),
                arguments(new Item(Optional.of("a")), "Item[of=Optional[a]]"),
                arguments(new Named("42", new Plain()), "42"));
    }

    @ParameterizedTest
    @MethodSource
    void whenAKeyIsADateShouldSayWhatToWriteInstead(Object date) {
        withShop(shop -> assertThatThrownBy(() -> shop.byObject(date))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("which has no text that stands for its value; its text depends on the time zone:"
                        + " use the instant, as in #date.toInstant()"));
    }

    @SuppressWarnings("JavaUtilDate")
    static Stream<Object> whenAKeyIsADateShouldSayWhatToWriteInstead() {
        return Stream.of(new Date(42), new Timestamp(42), Calendar.getInstance());
    }

    public record Order(String id) {}

    private record Item(Object of) {}

    /** Whose text goes by its name alone. */
    private record Named(String name, Object with) {

        @Override
        public String toString() {
            return name;
        }
    }

    private static final class Plain {}

    public static class Regions {

        public String here() {
            return "eu";
        }
    }

    public static class Shop {

        public String getTown() {
            return "berlin";
        }

        @DistributedLock(name = "order", key = "#orderId")
        public String byName(String orderId) {
            return lock();
        }

        @DistributedLock(name = "order", key = "#p0")
        public String byPosition(String orderId) {
            return lock();
        }

        @DistributedLock(name = "order", key = "#a1")
        public String byOtherPosition(String other, int orderId) {
            return lock();
        }

        @DistributedLock(name = "order", key = "#a1")
        public String byNameLikeAPlace(String a1, String p0) {
            return lock();
        }

        @DistributedLock(name = "order", key = "#order.id")
        public String byProperty(@Nullable Order order) {
            return lock();
        }

        @DistributedLock(value = "#orderId", name = "order")
        public String byValue(String orderId) {
            return lock();
        }

        @DistributedLock("#orderId")
        public String withoutName(String orderId) {
            return lock();
        }

        @DistributedLock
        public String withoutAnything() {
            return lock();
        }

        @DistributedLock(name = "order", key = "#root.method.name + #root.args[0]")
        public String byRoot(String orderId) {
            return lock();
        }

        @DistributedLock(name = "order", key = "#method.name + '-' + #target.town")
        public String byMethodAndTarget() {
            return lock();
        }

        @DistributedLock(name = "order", key = "@regions.here() + '-' + #orderId")
        public String byBean(String orderId) {
            return lock();
        }

        @DistributedLock(name = "${shop.name}", key = "'${shop.region}-' + #orderId")
        public String byPlaceholder(String orderId) {
            return lock();
        }

        @DistributedLock(name = "order", key = "'no ' + #orderId")
        public String byConcatenation(String orderId) {
            return lock();
        }

        @DistributedLock(name = "order", key = "#amount", condition = "#amount > 100")
        public String onlyLarge(int amount) {
            return lock();
        }

        @DistributedLock(name = "order", condition = "#flag")
        public String conditionOfText(@Nullable Boolean flag) {
            return lock();
        }

        @DistributedLock(name = "order", key = "#orderIds")
        public String byList(List<String> orderIds) {
            return lock();
        }

        @DistributedLock(name = "order", key = "#orderIds")
        public String byArray(int... orderIds) {
            return lock();
        }

        @DistributedLock(name = "order", key = "#orderId")
        public String byOptional(Optional<String> orderId) {
            return lock();
        }

        @DistributedLock(name = "order", key = "#anything")
        public String byObject(Object anything) {
            return lock();
        }

        @DistributedLock(name = "order", key = "{{#tenant, #orderId}}")
        public String byParts(String tenant, String orderId) {
            return lock();
        }

        private static String lock() {
            return LockContext.currentLease().map(lease -> lease.name()).orElse("none");
        }
    }
}
