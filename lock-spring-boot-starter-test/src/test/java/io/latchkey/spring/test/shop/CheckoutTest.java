package io.latchkey.spring.test.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.latchkey.LeaseLostException;
import io.latchkey.LockTimeoutException;
import io.latchkey.spring.test.LockTestControl;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

// The README shows this test.
// <readme>
@SpringBootTest
class CheckoutTest {

    @Autowired
    private Checkout checkout;

    @Autowired
    private LockTestControl locks;

    @Test
    void paysUnderTheLockOfTheOrder() {
        checkout.pay("42");

        assertThat(locks.state("order:42")).wasAcquired(1).isFree();
    }

    @Test
    void refusesAnOrderThatIsBeingPaidElsewhere() {
        locks.hold("order:42");

        assertThatThrownBy(() -> checkout.pay("42")).isInstanceOf(LockTimeoutException.class);
    }

    @Test
    void stopsWhenItLosesTheLock() {
        checkout.onceWhileCharging(() -> locks.lose("order:43"));

        assertThatThrownBy(() -> checkout.pay("43")).isInstanceOf(LeaseLostException.class);
        assertThat(checkout.paid()).doesNotContain("43");
    }
}
// </readme>
