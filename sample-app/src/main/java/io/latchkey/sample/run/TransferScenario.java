package io.latchkey.sample.run;

import io.latchkey.sample.live.Message.Started;
import io.latchkey.sample.live.Message.Visited;
import io.latchkey.sample.live.Outcome;
import io.latchkey.sample.shop.Transfers;
import io.latchkey.sample.shop.Visitor;
import io.latchkey.sample.shop.Warehouses;
import java.util.List;
import java.util.Map;

/** Drivers move items between two warehouses, half of them one way, half the other; none may get lost or be made. */
final class TransferScenario implements Scenario {

    private static final String NORTH = "north";
    private static final String SOUTH = "south";

    private final Transfers transfers;
    private final Warehouses warehouses;

    TransferScenario(Transfers transfers, Warehouses warehouses) {
        this.transfers = transfers;
        this.warehouses = warehouses;
    }

    @Override
    public String feature() {
        return "multi";
    }

    @Override
    public void prepare(int items) {
        warehouses.fill(items);
    }

    @Override
    public Outcome serve(Visitor driver) throws InterruptedException {
        boolean southward = driver.number() % 2 == 0;
        boolean moved = southward ? transfers.move(driver, NORTH, SOUTH) : transfers.move(driver, SOUTH, NORTH);
        return moved ? Outcome.SERVED : Outcome.TOO_LATE;
    }

    @Override
    public Verdict judge(Started run, List<Visited> visits) {
        int moved = Counting.of(visits, Outcome.SERVED);
        int before = 2 * run.items();
        int north = warehouses.items(NORTH);
        int south = warehouses.items(SOUTH);
        String text = "%d moved; %d in the north and %d in the south make %d, as before: %d"
                .formatted(moved, north, south, north + south, before);
        if (north + south != before) {
            text = "%d moved; %d in the north and %d in the south make %d, but there were %d"
                    .formatted(moved, north, south, north + south, before);
        }
        return new Verdict(
                north + south == before,
                text,
                Map.of("moved", moved, "north", north, "south", south, "before", before));
    }
}
