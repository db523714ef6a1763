package io.latchkey.sample.tickets;

import io.latchkey.Lease;
import io.latchkey.Locks;
import java.time.Duration;
import java.util.Optional;

/** Sells tickets one by one, from any number of threads. It shares nothing with other tills but the stock and Redis. */
final class Till {

    private static final String LOCK = "tickets";
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final String name;
    private final Locks locks;

    Till(String name, Locks locks) {
        this.name = name;
        this.locks = locks;
    }

    /** One at a time, whichever till it is. */
    Optional<Ticket> sell(TicketStock stock) throws InterruptedException {
        try (Lease lease = locks.reentrant(LOCK).acquire(PATIENCE)) {
            return stock.takeOne() ? Optional.of(new Ticket(name, lease.fencingToken())) : Optional.empty();
        }
    }

    /** The same, and nobody is kept waiting. */
    Optional<Ticket> sellWithoutLock(TicketStock stock) {
        return stock.takeOne() ? Optional.of(new Ticket(name, 0)) : Optional.empty();
    }
}
