package io.latchkey.sample.shop;

import io.latchkey.Lease;
import io.latchkey.Locks;
import io.latchkey.NamedLock;
import org.springframework.stereotype.Service;

/** With a fair lock: whoever came first is served first, whichever process they came to. */
@Service
public class FairSale implements Sale {

    private final NamedLock line;
    private final Till till;

    FairSale(Locks locks, Till till) {
        this.line = locks.fair("flash-sale");
        this.till = till;
    }

    @Override
    public boolean buy(Visitor buyer) throws InterruptedException {
        try (Lease turn = line.acquire(Visitor.PATIENCE)) {
            return till.sell(buyer);
        }
    }
}
