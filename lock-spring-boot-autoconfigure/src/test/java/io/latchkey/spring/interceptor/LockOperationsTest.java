package io.latchkey.spring.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.spring.annotation.DistributedLock;
import java.lang.reflect.Method;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;

class LockOperationsTest {

    private final DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
    private final LockOperations operations = new LockOperations(beans, new LockExpressions(beans));

    @Test
    void shouldReadAMethodAndParseItsExpressionsOnce() throws Exception {
        Method declared = Shop.class.getMethod("pay", String.class);
        Method implemented = OnlineShop.class.getMethod("pay", String.class);

        LockOperation first = operations.find(declared, OnlineShop.class);

        assertThat(first).isNotNull();
        assertThat(operations.find(declared, OnlineShop.class)).isSameAs(first);
        assertThat(operations.find(implemented, OnlineShop.class)).isSameAs(first);
    }

    interface Shop {

        void pay(String order);
    }

    static class OnlineShop implements Shop {

        @Override
        @DistributedLock(key = "#order + '-eu'", condition = "#order != 'free'")
        public void pay(String order) {}
    }
}
