package io.latchkey.sample.shop;

import io.latchkey.Lease;
import io.latchkey.Locks;
import io.latchkey.NamedSemaphore;
import org.springframework.stereotype.Service;

/** With a semaphore: three parcels are packed at a time, over all processes. */
@Service
public class PackingStations {

    public static final int STATIONS = 3;

    private final NamedSemaphore stations;
    private final SlowWork packing;

    PackingStations(Locks locks, SlowWork packing) {
        this.stations = locks.semaphore("packing-stations", STATIONS);
        this.packing = packing;
    }

    public boolean pack(Visitor parcel) throws InterruptedException {
        try (Lease station = stations.acquire(Visitor.PATIENCE)) {
            return parcel.inside(() -> {
                packing.takeAWhile();
                return true;
            });
        }
    }
}
