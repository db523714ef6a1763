package io.latchkey.spring.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.LockContext;
import io.latchkey.spring.annotation.DistributedLock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.resilience.annotation.Retryable;
import org.springframework.util.ClassUtils;

/** Spring Framework 7 retries by itself, around everything else that is done to a method. */
@EnabledIf(value = "isThere", disabledReason = "Spring Framework 6 does not retry by itself")
class FrameworkRetryTest {

    static boolean isThere() {
        return ClassUtils.isPresent("org.springframework.resilience.annotation.Retryable", null);
    }

    @Test
    void shouldTakeTheLockForEachAttempt() {
        LockedApp.inMemory(Retrying.class, Shop.class).run(context -> {
            Shop shop = context.getBean(Shop.class);

            assertThat(shop.pay()).isEqualTo("attempt 3");
            assertThat(shop.tokens()).hasSize(3).doesNotHaveDuplicates();
        });
    }

    @EnableResilientMethods
    static class Retrying {}

    public static class Shop {

        private final List<Long> tokens = new ArrayList<>();

        public List<Long> tokens() {
            return tokens;
        }

        @Retryable(delay = 1)
        @DistributedLock(name = "order")
        public String pay() {
            tokens.add(LockContext.currentLease().orElseThrow().fencingToken());
            if (tokens.size() < 3) {
                throw new IllegalStateException("not yet");
            }
            return "attempt " + tokens.size();
        }
    }
}
