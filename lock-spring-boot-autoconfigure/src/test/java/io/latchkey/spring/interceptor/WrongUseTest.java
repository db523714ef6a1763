package io.latchkey.spring.interceptor;

import static io.latchkey.spring.annotation.OnBusy.FALLBACK;
import static io.latchkey.spring.annotation.OnBusy.SKIP;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.latchkey.Lease;
import io.latchkey.LockTimeoutException;
import io.latchkey.spring.annotation.DistributedLock;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import kotlin.coroutines.Continuation;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.ReactiveTypeDescriptor;
import reactor.core.publisher.ConnectableFlux;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.ParallelFlux;

/** What cannot work fails the start, and says what to write instead. */
class WrongUseTest {

    private static final String ON = "@DistributedLock on ";

    @BeforeAll
    static void makeKnown() {
        ReactiveAdapterRegistry.getSharedInstance()
                .registerReactiveType(
                        ReactiveTypeDescriptor.singleRequiredValue(Required.class),
                        required -> ((Required) required).value(),
                        publisher -> new Required(Mono.from(publisher)));
    }

    @ParameterizedTest
    @MethodSource
    void shouldFailTheStart(Class<?> bean, String problem, String remedy) {
        LockedApp.inMemory(bean).run(context -> {
            assertThat(context).hasFailed();
            assertThat(WrongUse.in(context.getStartupFailure()).problem())
                    .startsWith(ON + bean.getSimpleName() + problem);
            assertThat(WrongUse.in(context.getStartupFailure()).remedy()).isEqualTo(remedy);
        });
    }

    @Test
    void whenABeanIsNotMadeAtTheStartShouldFailWhenItIs() {
        LockedApp.inMemory()
                .withBean("lazy", Unparsable.class, Unparsable::new, definition -> definition.setLazyInit(true))
                .withBean(
                        "prototype",
                        Unparsable.class,
                        Unparsable::new,
                        definition -> definition.setScope(BeanDefinition.SCOPE_PROTOTYPE))
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    for (String bean : List.of("lazy", "prototype")) {
                        assertThat(WrongUse.in(catchThrowable(() -> context.getBean(bean)))
                                        .problem())
                                .contains("is no SpEL expression");
                    }
                });
    }

    static Stream<Arguments> shouldFailTheStart() {
        return Stream.of(
                arguments(
                        Unparsable.class,
                        ".pay(String): the key '#orderId +' is no SpEL expression: Expression [#orderId +] @",
                        "Write an expression over the arguments, as in #orderId or 'order-' + #orderId."),
                arguments(
                        UnparsableCondition.class,
                        ".pay(String): the condition '#orderId ==' is no SpEL expression: Expression [#orderId ==] @",
                        "Write an expression over the arguments, as in #orderId or 'order-' + #orderId."),
                arguments(
                        UnknownVariable.class,
                        ".pay(String, int): the key '#order' uses #order, which is no parameter.",
                        "Use one of #a0, #a1, #amount, #orderId, #p0, #p1."),
                arguments(
                        UnknownVariableInside.class,
                        ".pay(String): the key '{#orderId, #root.args.?[#this == #other]}' uses #other, which is no"
                                + " parameter.",
                        "Use one of #a0, #orderId, #p0."),
                arguments(
                        BareWord.class,
                        ".pay(String): the key 'orderId' uses the bare word orderId.",
                        "Write #orderId for a parameter, 'orderId' in quotes for text."),
                arguments(
                        UnknownBean.class,
                        ".pay(String): the key '@pricing.of(#orderId)' uses the bean @pricing, which there is not.",
                        "Write the name of a bean of this application."),
                arguments(
                        Function.class,
                        ".pay(String): the key '#upper(#orderId)' calls the function #upper(#orderId).",
                        "Call a method of a bean instead, as in @pricing.of(#order)."),
                arguments(
                        UnresolvedPlaceholder.class,
                        ".pay(): a placeholder in the name '${shop.absent}' has no value.",
                        "Set the property, or give the placeholder a default, as in ${shop.region:eu}."),
                arguments(
                        BlankName.class,
                        ".pay(): its name is blank.",
                        "Write a name, or leave it out to use that of class and method."),
                arguments(
                        Private.class,
                        ".pay(): the method is private, and would run without its lock.",
                        "Make it a method that a subclass could override, or use LockTemplate inside of it."),
                arguments(
                        Final.class,
                        ".pay(): the method is final, and would run without its lock.",
                        "Make it a method that a subclass could override, or use LockTemplate inside of it."),
                arguments(
                        FinalInLockedType.class,
                        ".pay(): the method is final, and would run without its lock.",
                        "Make it a method that a subclass could override, or use LockTemplate inside of it."),
                arguments(
                        Static.class,
                        ".pay(): the method is static, and would run without its lock.",
                        "Make it a method that a subclass could override, or use LockTemplate inside of it."),
                arguments(
                        BadWaitTime.class,
                        ".pay(): waitTimeString 'soon' is no time.",
                        "Write a time such as 10s, 500ms or PT10S."),
                arguments(
                        NegativeWaitTime.class,
                        ".pay(): waitTime is PT-0.002S.",
                        "Write 0 or more and at most 3650 days, or leave it out."),
                arguments(
                        EndlessWaitTime.class,
                        ".pay(): waitTime is 9223372036854775807 MINUTES.",
                        "Write at most 3650 days, or leave it out."),
                arguments(
                        NoLeaseTime.class,
                        ".pay(): leaseTime is PT0S.",
                        "Write 1 ms or more and at most 3650 days, or leave it out."),
                arguments(
                        TwoWaitTimes.class,
                        ".pay(): both waitTime and waitTimeString are given.",
                        "Write one of them."),
                arguments(
                        TwoLeaseTimes.class,
                        ".pay(): both leaseTime and leaseTimeString are given.",
                        "Write one of them."),
                arguments(
                        SkippedPrimitive.class,
                        ".pay(): onBusy = SKIP has nothing to return as int.",
                        "Return int boxed or in an Optional, or choose another onBusy."),
                arguments(
                        SkippedRequiredValue.class,
                        ".pay(): onBusy = SKIP has nothing to return as Required.",
                        "Return a type that may be empty, such as Mono, or choose another onBusy."),
                arguments(
                        FallbackWithoutName.class,
                        ".pay(): onBusy = FALLBACK and fallback are only of use together.",
                        "Write both, as in onBusy = FALLBACK, fallback = \"busy\"."),
                arguments(
                        FallbackWithoutUse.class,
                        ".pay(): onBusy = FALLBACK and fallback are only of use together.",
                        "Write both, as in onBusy = FALLBACK, fallback = \"busy\"."),
                arguments(
                        FallbackWithOtherArguments.class,
                        ".pay(String): there is no fallback 'busy' that fits.",
                        "Write a method 'List busy(String, LockTimeoutException)' in FallbackWithOtherArguments, the last"
                                + " parameter if you like."),
                arguments(
                        FallbackWithOtherResult.class,
                        ".pay(String): there is no fallback 'busy' that fits.",
                        "Write a method 'List busy(String, LockTimeoutException)' in FallbackWithOtherResult, the last"
                                + " parameter if you like."),
                arguments(
                        FallbackToItself.class,
                        ".pay(String): there is no fallback 'pay' that fits.",
                        "Write a method 'List pay(String, LockTimeoutException)' in FallbackToItself, the last parameter"
                                + " if you like."),
                arguments(
                        TwoLeases.class,
                        ".pay(Lease, Lease): it has more than one parameter of type Lease.",
                        "Leave one of them."),
                arguments(
                        PlainFuture.class,
                        ".pay(): it returns a Future, which does not tell when it is done.",
                        "Return a CompletableFuture."),
                arguments(
                        OtherStage.class,
                        ".pay(): it returns a OwnFuture, and no stage of that type can be made for it.",
                        "Return a CompletionStage or a CompletableFuture."),
                arguments(
                        Parallel.class,
                        ".pay(): it returns a ParallelFlux, and no publisher of that type can be made for it.",
                        "Return a Mono or a Flux."),
                arguments(
                        Connectable.class,
                        ".pay(): it returns a ConnectableFlux, and no publisher of that type can be made for it.",
                        "Return a Mono or a Flux."),
                arguments(
                        Suspending.class,
                        ".pay(Continuation): it is a suspending function, and its lock would be given back at the first"
                                + " suspension.",
                        "Return a Mono, or use ReactiveLockTemplate inside of it."));
    }

    @Test
    void whenParametersHaveNoNamesShouldSayHowToGetThem() {
        Class<?> bean = WithoutParameterNames.compile("""
                public class Nameless {
                    @io.latchkey.spring.annotation.DistributedLock(key = "#orderId")
                    public void pay(String orderId) {}
                }
                """, "Nameless");

        LockedApp.inMemory(bean).run(context -> {
            assertThat(WrongUse.in(context.getStartupFailure()).problem())
                    .isEqualTo(
                            ON + "Nameless.pay(String): the key '#orderId' uses #orderId, and the class file does not"
                                    + " tell the names of its parameters.");
            assertThat(WrongUse.in(context.getStartupFailure()).remedy())
                    .isEqualTo("Compile with -parameters, or use #a0, #p0.");
        });
    }

    @Test
    void whenParametersHaveNoNamesShouldStillKnowTheirPlaces() {
        Class<?> bean = WithoutParameterNames.compile("""
                public class ByPlace {
                    @io.latchkey.spring.annotation.DistributedLock(key = "#p0")
                    public void pay(String orderId) {}
                }
                """, "ByPlace");

        LockedApp.inMemory(bean).withClassLoader(bean.getClassLoader()).run(context -> assertThat(context)
                .hasNotFailed());
    }

    static class Unparsable {
        @DistributedLock(key = "#orderId +")
        public void pay(String orderId) {}
    }

    static class UnparsableCondition {
        @DistributedLock(condition = "#orderId ==")
        public void pay(String orderId) {}
    }

    static class UnknownVariable {
        @DistributedLock(key = "#order")
        public void pay(String orderId, int amount) {}
    }

    static class UnknownVariableInside {
        @DistributedLock(key = "{#orderId, #root.args.?[#this == #other]}")
        public void pay(String orderId) {}
    }

    static class BareWord {
        @DistributedLock(key = "orderId")
        public void pay(String orderId) {}
    }

    static class UnknownBean {
        @DistributedLock(key = "@pricing.of(#orderId)")
        public void pay(String orderId) {}
    }

    static class Function {
        @DistributedLock(key = "#upper(#orderId)")
        public void pay(String orderId) {}
    }

    static class UnresolvedPlaceholder {
        @DistributedLock(name = "${shop.absent}")
        public void pay() {}
    }

    static class BlankName {
        @DistributedLock(name = " ")
        public void pay() {}
    }

    static class Private {
        @DistributedLock
        private void pay() {}

        @DistributedLock
        public void other() {
            pay();
        }
    }

    static class Final {
        @DistributedLock
        public final void pay() {}
    }

    @DistributedLock
    static class FinalInLockedType {
        public final void pay() {}
    }

    static class Static {
        @DistributedLock
        public static void pay() {}
    }

    static class BadWaitTime {
        @DistributedLock(waitTimeString = "soon")
        public void pay() {}
    }

    static class NegativeWaitTime {
        @DistributedLock(waitTime = -2)
        public void pay() {}
    }

    static class EndlessWaitTime {
        @DistributedLock(waitTime = Long.MAX_VALUE, timeUnit = TimeUnit.MINUTES)
        public void pay() {}
    }

    static class NoLeaseTime {
        @DistributedLock(leaseTime = 0)
        public void pay() {}
    }

    static class TwoWaitTimes {
        @DistributedLock(waitTime = 1, waitTimeString = "1s")
        public void pay() {}
    }

    static class TwoLeaseTimes {
        @DistributedLock(leaseTime = 1, leaseTimeString = "1s")
        public void pay() {}
    }

    static class SkippedPrimitive {
        @DistributedLock(onBusy = SKIP)
        public int pay() {
            return 1;
        }
    }

    /** As RxJava's Single: there is always a value. */
    record Required(Mono<?> value) {}

    static class SkippedRequiredValue {
        @DistributedLock(onBusy = SKIP)
        public Required pay() {
            return new Required(Mono.just(1));
        }
    }

    static class FallbackWithoutName {
        @DistributedLock(onBusy = FALLBACK)
        public void pay() {}
    }

    static class FallbackWithoutUse {
        @DistributedLock(fallback = "busy")
        public void pay() {}

        public void busy() {}
    }

    static class FallbackWithOtherArguments {
        @DistributedLock(onBusy = FALLBACK, fallback = "busy")
        public List<String> pay(String orderId) {
            return List.of();
        }

        public List<String> busy(int orderId, LockTimeoutException reason) {
            return List.of();
        }
    }

    static class FallbackWithOtherResult {
        @DistributedLock(onBusy = FALLBACK, fallback = "busy")
        public List<String> pay(String orderId) {
            return List.of();
        }

        public Object busy(String orderId) {
            return "";
        }
    }

    static class FallbackToItself {
        @DistributedLock(onBusy = FALLBACK, fallback = "pay")
        public List<String> pay(String orderId) {
            return List.of();
        }
    }

    static class TwoLeases {
        @DistributedLock
        public void pay(Lease one, Lease other) {}
    }

    static class PlainFuture {
        @DistributedLock
        public Future<?> pay() {
            throw new UnsupportedOperationException();
        }
    }

    static class OwnFuture extends CompletableFuture<String> {}

    static class OtherStage {
        @DistributedLock
        public OwnFuture pay() {
            return new OwnFuture();
        }
    }

    static class Parallel {
        @DistributedLock
        public ParallelFlux<String> pay() {
            return Flux.just("paid").parallel();
        }
    }

    static class Connectable {
        @DistributedLock
        public ConnectableFlux<String> pay() {
            return Flux.just("paid").publish();
        }
    }

    static class Suspending {
        @DistributedLock
        public Object pay(Continuation<? super String> continuation) {
            return "";
        }
    }
}
