package io.latchkey.sample.run;

import io.latchkey.sample.live.Message.Started;
import io.latchkey.sample.live.Message.Visited;
import io.latchkey.sample.live.Outcome;
import io.latchkey.sample.shop.PackingStations;
import io.latchkey.sample.shop.Visitor;
import java.util.List;
import java.util.Map;

/** Many parcels, three stations. */
final class PackingScenario implements Scenario {

    private final PackingStations stations;

    PackingScenario(PackingStations stations) {
        this.stations = stations;
    }

    @Override
    public String feature() {
        return "semaphore";
    }

    @Override
    public void prepare(int items) {}

    @Override
    public Outcome serve(Visitor parcel) throws InterruptedException {
        stations.pack(parcel);
        return Outcome.SERVED;
    }

    @Override
    public Verdict judge(Started run, List<Visited> visits) {
        int packed = Counting.of(visits, Outcome.SERVED);
        int most = Counting.mostAtOnce(visits);
        return new Verdict(
                most <= PackingStations.STATIONS,
                "%d parcels packed, at most %d at a time".formatted(packed, most),
                Map.of("packed", packed, "atOnce", most));
    }
}
