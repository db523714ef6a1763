package io.latchkey.sample.shop;

import org.springframework.stereotype.Component;

/**
 * Sells the way most code is written: looks, does something slow, writes down. Two that look at the same moment sell the
 * same item, so whoever calls it needs a lock.
 */
@Component
class Till {

    private final Stock stock;
    private final SlowWork payment;

    Till(Stock stock, SlowWork payment) {
        this.stock = stock;
        this.payment = payment;
    }

    /** Whether the buyer got one. */
    boolean sell(Visitor buyer) {
        return buyer.inside(() -> {
            int left = stock.left();
            if (left == 0) {
                return false;
            }
            payment.takeAWhile();
            stock.sell(buyer.number(), left - 1);
            return true;
        });
    }
}
