package io.latchkey.spring.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.Lease;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class InterruptionTest {

    private final List<Consumer<Lease>> callbacks = new ArrayList<>();
    private final Lease lease = lease();

    @AfterEach
    void clear() {
        Thread.interrupted();
    }

    @Test
    void whenAHoldIsEnteredManyTimesShouldLeaveOneCallbackWithTheLease() {
        for (int i = 0; i < 100; i++) {
            new Interruption(lease).close();
        }

        assertThat(callbacks).hasSize(1);
    }

    @Test
    void whenTheLeaseIsLostShouldInterruptWhatRuns() {
        new Interruption(lease).close();
        try (Interruption running = new Interruption(lease)) {
            lose();

            assertThat(Thread.currentThread().isInterrupted()).isTrue();
        }
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void whenTheLeaseIsLostAlreadyShouldInterruptAtOnce() {
        new Interruption(lease).close();
        lose();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();

        try (Interruption running = new Interruption(lease)) {
            assertThat(Thread.currentThread().isInterrupted()).isTrue();
        }
    }

    private void lose() {
        callbacks.forEach(callback -> callback.accept(lease));
    }

    private Lease lease() {
        return (Lease) Proxy.newProxyInstance(
                Lease.class.getClassLoader(),
                new Class<?>[] {Lease.class},
                (self, method, arguments) -> switch (method.getName()) {
                    case "hashCode" -> System.identityHashCode(self);
                    case "equals" -> self == arguments[0];
                    case "onLost" -> keep(self, arguments[0]);
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    @SuppressWarnings("unchecked")
    private Object keep(Object self, Object callback) {
        callbacks.add((Consumer<Lease>) callback);
        return self;
    }
}
