package io.latchkey.sample.shop;

import io.latchkey.spring.annotation.DistributedLock;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** With an annotation: one buyer at a time in all processes, and the transaction is over before the next one comes. */
@Service
public class AnnotatedSale implements Sale {

    private final Till till;

    AnnotatedSale(Till till) {
        this.till = till;
    }

    @Override
    @DistributedLock(name = "flash-sale")
    @Transactional
    public boolean buy(Visitor buyer) {
        return till.sell(buyer);
    }
}
