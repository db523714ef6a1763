package io.latchkey.sample.shop;

import io.latchkey.Lease;
import io.latchkey.Locks;
import io.latchkey.NamedLock;
import org.springframework.stereotype.Service;

/** With a multi-lock: both warehouses or neither, and no deadlock when others drive the other way. */
@Service
public class Transfers {

    private final Locks locks;
    private final Warehouses warehouses;

    Transfers(Locks locks, Warehouses warehouses) {
        this.locks = locks;
        this.warehouses = warehouses;
    }

    /** Whether there was an item to move. */
    public boolean move(Visitor driver, String from, String to) throws InterruptedException {
        NamedLock both = locks.multi(locks.reentrant("warehouse:" + from), locks.reentrant("warehouse:" + to));
        try (Lease lease = both.acquire(Visitor.PATIENCE)) {
            return warehouses.move(driver, from, to);
        }
    }
}
