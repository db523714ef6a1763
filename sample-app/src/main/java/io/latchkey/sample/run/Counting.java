package io.latchkey.sample.run;

import io.latchkey.sample.live.Message.Visited;
import io.latchkey.sample.live.Outcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Counts visitors. */
final class Counting {

    /** Somebody comes in (+1) or goes out (-1). */
    private record Step(long at, int change) {}

    private Counting() {}

    static int of(List<Visited> visits, Outcome outcome) {
        return (int) visits.stream().filter(visit -> visit.outcome() == outcome).count();
    }

    /** How many were inside at the same moment, at most. Who goes out in the moment another comes in is out. */
    static int mostAtOnce(List<Visited> visits) {
        List<Step> steps = new ArrayList<>();
        visits.stream().filter(Visited::gotIn).forEach(visit -> {
            steps.add(new Step(visit.entered(), 1));
            steps.add(new Step(visit.left(), -1));
        });
        steps.sort(Comparator.comparingLong(Step::at).thenComparingInt(Step::change));
        int inside = 0;
        int most = 0;
        for (Step step : steps) {
            inside += step.change();
            most = Math.max(most, inside);
        }
        return most;
    }
}
