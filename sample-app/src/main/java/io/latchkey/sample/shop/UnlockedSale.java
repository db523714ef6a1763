package io.latchkey.sample.shop;

import org.springframework.stereotype.Service;

/** Without a lock: sells more than there is. */
@Service
public class UnlockedSale implements Sale {

    private final Till till;

    UnlockedSale(Till till) {
        this.till = till;
    }

    @Override
    public boolean buy(Visitor buyer) {
        return till.sell(buyer);
    }
}
