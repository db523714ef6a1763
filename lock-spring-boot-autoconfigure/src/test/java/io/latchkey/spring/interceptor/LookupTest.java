package io.latchkey.spring.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.LockContext;
import io.latchkey.spring.annotation.DistributedLock;
import io.latchkey.spring.annotation.OnBusy;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aop.support.AopUtils;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.annotation.AliasFor;

/** Where an annotation may stand, and what it means there. */
class LookupTest {

    @Test
    void whenOnATypeShouldGoForItsMethods() {
        LockedApp.inMemory(OnType.class).run(context -> {
            OnType bean = context.getBean(OnType.class);

            assertThat(bean.byType()).isEqualTo("type");
            assertThat(bean.packagePrivate()).isEqualTo("type");
            assertThat(bean.toString()).isEqualTo("none");
        });
    }

    @Test
    void whenOnAMethodTooShouldWinOverTheType() {
        LockedApp.inMemory(OnType.class)
                .run(context ->
                        assertThat(context.getBean(OnType.class).byMethod()).isEqualTo("method"));
    }

    @Test
    void whenOnASuperclassShouldGoForWhatItDeclaresAndItsSubclassesDo() {
        LockedApp.inMemory(Subclass.class).run(context -> {
            Subclass bean = context.getBean(Subclass.class);

            assertThat(bean.byType()).isEqualTo("type");
            assertThat(bean.added()).isEqualTo("type");
        });
    }

    @Test
    void whenOnlyASubclassIsAnnotatedShouldLeaveInheritedMethodsAlone() {
        LockedApp.inMemory(AnnotatedSubclass.class).run(context -> {
            AnnotatedSubclass bean = context.getBean(AnnotatedSubclass.class);

            assertThat(bean.inherited()).isEqualTo("none");
            assertThat(bean.own()).isEqualTo("subclass");
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whenOnAnInterfaceShouldGoForWhoImplementsIt(boolean proxyTargetClass) {
        proxied(proxyTargetClass, Implementation.class).run(context -> {
            Orders orders = context.getBean(Orders.class);

            assertThat(AopUtils.isCglibProxy(orders)).isEqualTo(proxyTargetClass);
            assertThat(orders.pay("42")).isEqualTo("order:42");
            assertThat(orders.ship("42")).isEqualTo("orders:42");
            assertThat(orders.byDefault("42")).isEqualTo("default:42");
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whenOnAClassWithAnInterfaceShouldGoForCallsThroughIt(boolean proxyTargetClass) {
        proxied(proxyTargetClass, AnnotatedImplementation.class).run(context -> {
            Plain plain = context.getBean(Plain.class);

            assertThat(AopUtils.isJdkDynamicProxy(plain)).isEqualTo(!proxyTargetClass);
            assertThat(plain.pay("42")).isEqualTo("order:42");
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whenASuperclassImplementsTheInterfaceWithoutKnowingShouldGoForItToo(boolean proxyTargetClass) {
        proxied(proxyTargetClass, Unknowing.class).run(context -> {
            assertThat(context.getBean(Orders.class).pay("42")).isEqualTo("order:42");
            assertThat(context.getBean(LockedOrders.class).cancel("42")).isEqualTo("locked");
        });
    }

    @Test
    void whenMadeOfItShouldCountToo() {
        LockedApp.inMemory(Composed.class).run(context -> {
            Composed bean = context.getBean(Composed.class);

            assertThat(bean.pay("42")).isEqualTo("order:42");
            assertThat(bean.payTwiceComposed("42")).isEqualTo("order:42");
        });
    }

    @Test
    void whenGenericShouldFindTheMethodBehindTheBridge() {
        LockedApp.inMemory(StringHandler.class).run(context -> {
            @SuppressWarnings("unchecked")
            Handler<String> handler = context.getBean(Handler.class);

            assertThat(handler.handle("42")).isEqualTo("order:42");
        });
    }

    @Test
    void whenTheBeanIsAlreadyAProxyShouldUseItsInterfaces() {
        LockedApp.inMemory()
                .withBean(Orders.class, () -> (Orders) Proxy.newProxyInstance(
                        getClass().getClassLoader(),
                        new Class<?>[] {Orders.class},
                        (proxy, method, arguments) -> lock()))
                .run(context ->
                        assertThat(context.getBean(Orders.class).pay("42")).isEqualTo("order:42"));
    }

    @Test
    void whenNothingIsAnnotatedShouldNotProxy() {
        LockedApp.inMemory(Unlocked.class)
                .run(context -> assertThat(AopUtils.isAopProxy(context.getBean(Unlocked.class)))
                        .isFalse());
    }

    private static ApplicationContextRunner proxied(boolean proxyTargetClass, Class<?> bean) {
        return LockedApp.inMemory(bean).withPropertyValues("spring.aop.proxy-target-class=" + proxyTargetClass);
    }

    private static String lock() {
        return LockContext.currentLease().map(lease -> lease.name()).orElse("none");
    }

    @DistributedLock(name = "type")
    static class OnType {

        public String byType() {
            return lock();
        }

        String packagePrivate() {
            return lock();
        }

        @DistributedLock(name = "method")
        public String byMethod() {
            return lock();
        }

        @Override
        public String toString() {
            return lock();
        }
    }

    static class Subclass extends OnType {

        public String added() {
            return lock();
        }
    }

    static class Unlocked {

        public String inherited() {
            return lock();
        }
    }

    @DistributedLock(name = "subclass")
    static class AnnotatedSubclass extends Unlocked {

        public String own() {
            return lock();
        }
    }

    interface Orders {

        @DistributedLock(name = "order", key = "#orderId")
        String pay(String orderId);

        @DistributedLock(name = "orders", key = "#p0")
        String ship(String orderId);

        @DistributedLock(name = "default", key = "#orderId")
        default String byDefault(String orderId) {
            return lock();
        }
    }

    static class Implementation implements Orders {

        @Override
        public String pay(String otherNameThanInTheInterface) {
            return lock();
        }

        @Override
        public String ship(String orderId) {
            return lock();
        }
    }

    @DistributedLock(name = "locked")
    interface LockedOrders {

        String cancel(String orderId);
    }

    abstract static class Base {

        public String pay(String id) {
            return lock();
        }

        public String ship(String id) {
            return lock();
        }

        public String cancel(String id) {
            return lock();
        }
    }

    static class Unknowing extends Base implements Orders, LockedOrders {}

    interface Plain {

        String pay(String orderId);
    }

    static class AnnotatedImplementation implements Plain {

        @Override
        @DistributedLock(name = "order", key = "#orderId")
        public String pay(String orderId) {
            return lock();
        }
    }

    interface Handler<T> {

        String handle(T value);
    }

    static class StringHandler implements Handler<String> {

        @Override
        @DistributedLock(name = "order", key = "#value")
        public String handle(String value) {
            return lock();
        }
    }

    @Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
    @Retention(RetentionPolicy.RUNTIME)
    @DistributedLock(name = "order", waitTime = 0, onBusy = OnBusy.SKIP)
    @interface OrderLock {

        @AliasFor(annotation = DistributedLock.class, attribute = "key")
        String order();
    }

    @Target(ElementType.METHOD)
    @Retention(RetentionPolicy.RUNTIME)
    @OrderLock(order = "#p0")
    @interface FirstArgumentLock {}

    static class Composed {

        @OrderLock(order = "#orderId")
        public String pay(String orderId) {
            return lock();
        }

        @FirstArgumentLock
        public String payTwiceComposed(String orderId) {
            return lock();
        }
    }
}
