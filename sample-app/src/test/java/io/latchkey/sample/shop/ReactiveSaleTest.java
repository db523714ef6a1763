package io.latchkey.sample.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.latchkey.Lease;
import io.latchkey.spring.reactive.ReactiveLockTemplate;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;

class ReactiveSaleTest extends SaleContract {

    @Override
    Sale sale(Till till) {
        ReactiveSale sale = reactive(till);
        return buyer -> Boolean.TRUE.equals(sale.buy(buyer).block(Duration.ofSeconds(20)));
    }

    @Test
    void whenCancelledWhileWaitingShouldNotSell() throws InterruptedException {
        shop.stock().fill(1);
        try (Lease busy = shop.locks.reentrant("flash-sale").acquire(Duration.ofSeconds(1))) {
            Disposable buying =
                    reactive(shop.till(() -> {})).buy(new Visitor(1)).subscribe();
            buying.dispose();
            busy.ensureValid();
        }

        assertThat(shop.stock().sold()).isZero();
        await().untilAsserted(() ->
                assertThat(shop.locks.reentrant("flash-sale").isLocked()).isFalse());
    }

    private ReactiveSale reactive(Till till) {
        return new ReactiveSale(new ReactiveLockTemplate(shop.locks, Duration.ofSeconds(10)), till);
    }
}
