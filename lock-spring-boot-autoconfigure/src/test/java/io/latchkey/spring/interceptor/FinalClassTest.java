package io.latchkey.spring.interceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.latchkey.LockContext;
import io.latchkey.spring.RunningBoot;
import io.latchkey.spring.annotation.DistributedLock;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aop.framework.autoproxy.DefaultAdvisorAutoProxyCreator;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ProxyType;
import org.springframework.context.annotation.Proxyable;
import org.springframework.core.Ordered;

/** Classes that can have no subclass, and so no proxy that is one. */
@ExtendWith(OutputCaptureExtension.class)
class FinalClassTest {

    private static final String OTHERWISE =
            ", call it through an interface with spring.aop.proxy-target-class=false, or use LockTemplate inside of it.";

    private static final String OPEN =
            "Open the class (in Kotlin with open, or with the kotlin-spring compiler plugin)" + OTHERWISE;

    @ParameterizedTest
    @MethodSource
    void whenThereCanBeNoProxyShouldFailTheStart(Object bean, String method, String problem, String remedy) {
        for (boolean proxyTargetClass : new boolean[] {true, false}) {
            proxied(proxyTargetClass, bean).run(context -> {
                InvalidDistributedLockException wrong = WrongUse.in(context.getStartupFailure());

                assertThat(wrong.problem())
                        .isEqualTo("@DistributedLock on %s: the class %s %s, and there can be no proxy of it."
                                .formatted(method, bean.getClass().getName(), problem));
                assertThat(wrong.remedy()).isEqualTo(remedy);
            });
        }
    }

    static Stream<Arguments> whenThereCanBeNoProxyShouldFailTheStart() {
        return Stream.of(
                Arguments.of(new FinalShop(), "FinalShop.pay()", "is final", OPEN),
                Arguments.of(new LikeKotlin(), "LikeKotlin.pay()", "is final", OPEN),
                Arguments.of(new FinalSubclass(), "Shop.pay()", "is final", OPEN),
                Arguments.of(new RecordShop("north"), "RecordShop.pay()", "is final", OPEN),
                Arguments.of(new SealedShop(), "SealedShop.pay()", "is sealed", "Open the class" + OTHERWISE),
                Arguments.of(
                        new PrivateShop(),
                        "PrivateShop.pay()",
                        "has only private constructors",
                        "Give the class a constructor that is not private" + OTHERWISE),
                // What only the container calls makes no proxy.
                Arguments.of(new ClosedShop(), "ClosedShop.pay()", "is final", OPEN));
    }

    @ParameterizedTest
    @MethodSource("withInterface")
    void whenAProxyOfItsInterfacesIsMadeShouldLock(Till bean) {
        proxied(false, bean)
                .run(context -> assertThat(context.getBean(Till.class).pay()).isEqualTo("till"));
    }

    /** An enum always has interfaces. */
    @Test
    void whenTheBeanIsAnEnumShouldFailTheStart() {
        failsAsASubclass(EnumShop.ONLY);
    }

    @ParameterizedTest
    @MethodSource("withInterface")
    void whenItsProxyWouldBeASubclassShouldFailTheStart(Till bean) {
        failsAsASubclass(bean);
    }

    private static void failsAsASubclass(Object bean) {
        proxied(true, bean).run(context -> assertThat(
                        WrongUse.in(context.getStartupFailure()).getMessage())
                .contains("the class " + bean.getClass().getName() + " ")
                .contains("spring.aop.proxy-target-class=false"));
    }

    static Stream<Till> withInterface() {
        return Stream.of(new FinalTill(), new RecordTill("north"), EnumTill.ONLY, new SealedTill(), new PrivateTill());
    }

    @Test
    void whenTheBeanAsksForASubclassShouldFailTheStart() {
        LockedApp.inMemory()
                .withPropertyValues("spring.aop.proxy-target-class=false")
                .withBean(
                        FinalTill.class,
                        FinalTill::new,
                        definition -> definition.setAttribute(AutoProxyUtils.PRESERVE_TARGET_CLASS_ATTRIBUTE, true))
                .run(context -> assertThat(
                                WrongUse.in(context.getStartupFailure()).problem())
                        .contains("FinalTill is final"));
    }

    @Test
    void whenTheBeanAsksForItsInterfacesShouldLock() {
        assumeThat(RunningBoot.generation()).isGreaterThanOrEqualTo(4);

        LockedApp.inMemory()
                .withUserConfiguration(AskingForInterfaces.class)
                .run(context -> assertThat(context.getBean(Till.class).pay()).isEqualTo("till"));
    }

    @Test
    void whenAnotherCreatorMakesProxiesOfInterfacesShouldLock() {
        LockedApp.inMemory()
                .withBean(FinalTill.class)
                .withUserConfiguration(OtherCreator.class)
                .run(context -> assertThat(context.getBean(Till.class).pay()).isEqualTo("till"));
    }

    @Test
    void whenAProxyIsMadeByHandShouldLock() {
        LockedApp.inMemory().run(context -> {
            ProxyFactory factory = new ProxyFactory(new FinalTill());
            factory.addAdvisor(context.getBean(LockAdvisor.class));

            assertThat(((Till) factory.getProxy()).pay()).isEqualTo("till");
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whenTheBeanIsALambdaShouldLock(boolean proxyTargetClass) {
        LockedTill lambda = FinalClassTest::lock;

        LockedApp.inMemory()
                .withPropertyValues("spring.aop.proxy-target-class=" + proxyTargetClass)
                .withBean(LockedTill.class, () -> lambda)
                .run(context ->
                        assertThat(context.getBean(LockedTill.class).pay()).isEqualTo("till"));
    }

    @Test
    void whenNothingInItIsLockedShouldLeaveItAlone() {
        proxied(true, new Unlocked())
                .run(context ->
                        assertThat(context.getBean(Unlocked.class).pay()).isEqualTo("none"));
    }

    @Test
    void whenTheApplicationStartsShouldSayWhatToWrite(CapturedOutput output) {
        SpringApplication application = new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .properties("latchkey.backend=in-memory", "spring.datasource.generate-unique-name=true")
                .build();

        assertThatThrownBy(() -> application.run().close()).isNotNull();
        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains("@DistributedLock on FinalShop.pay(): the class " + FinalShop.class.getName() + " is final")
                .contains("the kotlin-spring compiler plugin");
    }

    private static ApplicationContextRunner proxied(boolean proxyTargetClass, Object bean) {
        @SuppressWarnings("unchecked")
        Class<Object> type = (Class<Object>) bean.getClass();
        return LockedApp.inMemory()
                .withPropertyValues("spring.aop.proxy-target-class=" + proxyTargetClass)
                .withBean("shop", type, () -> bean);
    }

    private static String lock() {
        return LockContext.currentLease().map(lease -> lease.name()).orElse("none");
    }

    static class Shop {

        @DistributedLock(name = "till")
        public String pay() {
            return lock();
        }
    }

    static final class FinalSubclass extends Shop {}

    static final class FinalShop {

        @DistributedLock(name = "till")
        public String pay() {
            return lock();
        }
    }

    /** Kotlin makes the methods of a final class final, too. */
    static final class LikeKotlin {

        @DistributedLock(name = "till")
        public final String pay() {
            return lock();
        }
    }

    record RecordShop(String place) {

        @DistributedLock(name = "till")
        public String pay() {
            return lock();
        }
    }

    enum EnumShop {
        ONLY;

        @DistributedLock(name = "till")
        public String pay() {
            return lock();
        }
    }

    static sealed class SealedShop permits SealedShop.Branch {

        static final class Branch extends SealedShop {}

        @DistributedLock(name = "till")
        public String pay() {
            return lock();
        }
    }

    static class PrivateShop {

        private PrivateShop() {}

        @DistributedLock(name = "till")
        public String pay() {
            return lock();
        }
    }

    static final class ClosedShop implements AutoCloseable {

        @DistributedLock(name = "till")
        public String pay() {
            return lock();
        }

        @Override
        public void close() {}
    }

    static final class Unlocked {

        public String pay() {
            return lock();
        }
    }

    interface Till {

        String pay();
    }

    interface LockedTill {

        @DistributedLock(name = "till")
        String pay();
    }

    static final class FinalTill implements Till {

        @Override
        @DistributedLock(name = "till")
        public String pay() {
            return lock();
        }
    }

    record RecordTill(String place) implements Till {

        @Override
        @DistributedLock(name = "till")
        public String pay() {
            return lock();
        }
    }

    enum EnumTill implements Till {
        ONLY {
            @Override
            @DistributedLock(name = "till")
            public String pay() {
                return lock();
            }
        }
    }

    static sealed class SealedTill implements Till permits SealedTill.Branch {

        static final class Branch extends SealedTill {}

        @Override
        @DistributedLock(name = "till")
        public String pay() {
            return lock();
        }
    }

    /** The compiler makes the constructor of a private class private. */
    private static class PrivateTill implements Till {

        @Override
        @DistributedLock(name = "till")
        public String pay() {
            return lock();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class AskingForInterfaces {

        @Bean
        @Proxyable(ProxyType.INTERFACES)
        FinalTill till() {
            return new FinalTill();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OtherCreator {

        @Bean
        static DefaultAdvisorAutoProxyCreator otherCreator() {
            DefaultAdvisorAutoProxyCreator creator = new DefaultAdvisorAutoProxyCreator();
            creator.setProxyTargetClass(false);
            creator.setOrder(Ordered.HIGHEST_PRECEDENCE);
            return creator;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @Bean
        FinalShop shop() {
            return new FinalShop();
        }
    }
}
