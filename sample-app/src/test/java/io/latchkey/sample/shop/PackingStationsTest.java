package io.latchkey.sample.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class PackingStationsTest {

    @AutoClose
    private final ShopFloor shop = new ShopFloor();

    @AutoClose("shutdownNow")
    private final ExecutorService parcels = Executors.newFixedThreadPool(8);

    @Test
    void shouldPackThreeAtATime() throws InterruptedException {
        AtomicInteger started = new AtomicInteger();
        CountDownLatch finish = new CountDownLatch(1);
        PackingStations stations = new PackingStations(shop.locks, () -> {
            started.incrementAndGet();
            try {
                finish.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });

        for (int number = 1; number <= 8; number++) {
            Visitor parcel = new Visitor(number);
            parcels.submit(() -> stations.pack(parcel));
        }

        await().until(() -> started.get() == PackingStations.STATIONS);
        await().during(300, TimeUnit.MILLISECONDS).until(() -> started.get() == PackingStations.STATIONS);
        finish.countDown();
        parcels.shutdown();
        assertThat(parcels.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
        assertThat(started).hasValue(8);
    }
}
