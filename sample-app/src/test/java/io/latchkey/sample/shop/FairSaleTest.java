package io.latchkey.sample.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class FairSaleTest extends SaleContract {

    @Override
    Sale sale(Till till) {
        return new FairSale(shop.locks, till);
    }

    @Test
    void shouldServeInOrderOfArrival() throws InterruptedException {
        CountDownLatch open = new CountDownLatch(1);
        Sale sale = sale(shop.till(() -> awaitUninterruptibly(open)));
        shop.stock().fill(10);
        List<Visitor> inOrder = new ArrayList<>();
        List<Thread> people = new ArrayList<>();

        for (int number = 1; number <= 10; number++) {
            Visitor visitor = new Visitor(number);
            inOrder.add(visitor);
            people.add(come(sale, visitor));
        }
        open.countDown();
        for (Thread person : people) {
            person.join(20_000);
        }

        assertThat(inOrder).extracting(Visitor::entered).doesNotContain(0L).isSorted();
    }

    /** Returns when the visitor stands in line, or at the till. */
    private static Thread come(Sale sale, Visitor visitor) {
        Thread person = new Thread(() -> {
            try {
                sale.buy(visitor);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        person.start();
        await().until(() ->
                person.getState() == Thread.State.WAITING || person.getState() == Thread.State.TIMED_WAITING);
        return person;
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
