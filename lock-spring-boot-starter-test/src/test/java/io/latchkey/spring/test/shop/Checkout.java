package io.latchkey.spring.test.shop;

import io.latchkey.LockContext;
import io.latchkey.LockSpec;
import io.latchkey.LockTemplate;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.springframework.stereotype.Service;

/** A service that pays orders, each under a lock. */
@Service
class Checkout {

    private final LockTemplate template;
    private final List<String> paid = new ArrayList<>();
    private final Queue<Runnable> whileCharging = new ArrayDeque<>();

    Checkout(LockTemplate template) {
        this.template = template;
    }

    void pay(String orderId) {
        LockSpec lock = LockSpec.of("order:" + orderId).waitUpTo(Duration.ofMillis(10));
        template.execute(lock, lease -> {
            charge();
            LockContext.assertHeld();
            return paid.add(orderId);
        });
    }

    private void charge() {
        Runnable action = whileCharging.poll();
        if (action != null) {
            action.run();
        }
    }

    void onceWhileCharging(Runnable action) {
        whileCharging.add(action);
    }

    List<String> paid() {
        return paid;
    }
}
