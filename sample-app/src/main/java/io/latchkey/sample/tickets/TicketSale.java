package io.latchkey.sample.tickets;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.stereotype.Service;

/** Lets a crowd of buyers loose on the tills. */
@Service
class TicketSale implements AutoCloseable {

    private static final int STOCK = 200;
    private static final int COUNTERS_PER_TILL = 8;

    private final List<Till> tills;
    private final ExecutorService counters;

    TicketSale(List<Till> tills) {
        this.tills = tills;
        this.counters = Executors.newFixedThreadPool(tills.size() * COUNTERS_PER_TILL);
    }

    /** Serves all buyers, each of whom wants one ticket. */
    SaleResult run(boolean locked, int buyers) throws InterruptedException {
        TicketStock stock = new TicketStock(STOCK);
        AtomicInteger queue = new AtomicInteger(buyers);
        List<Callable<List<Ticket>>> work = new ArrayList<>();
        for (Till till : tills) {
            for (int counter = 0; counter < COUNTERS_PER_TILL; counter++) {
                work.add(() -> serve(queue, till, stock, locked));
            }
        }
        long start = System.nanoTime();
        List<Ticket> sold = new ArrayList<>();
        for (Future<List<Ticket>> counter : counters.invokeAll(work)) {
            sold.addAll(resultOf(counter));
        }
        return SaleResult.of(locked, STOCK, buyers, sold, System.nanoTime() - start);
    }

    private static List<Ticket> serve(AtomicInteger queue, Till till, TicketStock stock, boolean locked)
            throws InterruptedException {
        List<Ticket> sold = new ArrayList<>();
        while (queue.getAndDecrement() > 0) {
            Optional<Ticket> ticket = locked ? till.sell(stock) : till.sellWithoutLock(stock);
            ticket.ifPresent(sold::add);
        }
        return sold;
    }

    private static List<Ticket> resultOf(Future<List<Ticket>> counter) throws InterruptedException {
        try {
            return counter.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException failure ? failure : new CompletionException(e.getCause());
        }
    }

    @Override
    public void close() {
        counters.shutdownNow();
    }
}
