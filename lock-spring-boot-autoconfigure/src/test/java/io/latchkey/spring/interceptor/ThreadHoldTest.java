package io.latchkey.spring.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.Lease;
import io.latchkey.NamedLock;
import java.lang.reflect.Proxy;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ThreadHoldTest {

    private final IllegalStateException failure = new IllegalStateException("of somebody's own locks");

    @Test
    void whenALockFailsInAWayOfItsOwnShouldTellAndNotThrow() {
        ThreadHold hold = new ThreadHold(lock());

        assertThat(hold.release()).isSameAs(failure);
    }

    /** Is held, and cannot be given back. */
    private NamedLock lock() {
        return proxy(NamedLock.class, Optional.of(proxy(Lease.class, Optional.empty())));
    }

    private <T> T proxy(Class<T> type, Optional<?> answer) {
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    if (method.getName().equals("currentLease")) {
                        return answer;
                    }
                    throw failure;
                }));
    }
}
