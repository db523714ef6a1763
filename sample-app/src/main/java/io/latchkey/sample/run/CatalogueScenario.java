package io.latchkey.sample.run;

import io.latchkey.sample.live.Message.Started;
import io.latchkey.sample.live.Message.Visited;
import io.latchkey.sample.live.Outcome;
import io.latchkey.sample.shop.Catalogue;
import io.latchkey.sample.shop.Shelf;
import io.latchkey.sample.shop.Visitor;
import java.util.List;
import java.util.Map;

/** Every tenth visitor restocks the shelf; the others browse and must not see it half done. */
final class CatalogueScenario implements Scenario {

    private static final int ONE_IN = 10;

    private final Catalogue catalogue;
    private final Shelf shelf;

    CatalogueScenario(Catalogue catalogue, Shelf shelf) {
        this.catalogue = catalogue;
        this.shelf = shelf;
    }

    @Override
    public String feature() {
        return "read-write";
    }

    @Override
    public void prepare(int items) {
        shelf.fill(items);
    }

    @Override
    public Outcome serve(Visitor visitor) throws InterruptedException {
        if (restocks(visitor.number())) {
            catalogue.restock(visitor);
            return Outcome.RESTOCKED;
        }
        return catalogue.browse(visitor) ? Outcome.SERVED : Outcome.MISLED;
    }

    @Override
    public Verdict judge(Started run, List<Visited> visits) {
        int browsed = Counting.of(visits, Outcome.SERVED);
        int misled = Counting.of(visits, Outcome.MISLED);
        int restocked = Counting.of(visits, Outcome.RESTOCKED);
        int missing = run.items() + restocked - shelf.stocked();
        boolean leftHalfDone = visits.stream().anyMatch(CatalogueScenario::wentHomeHalfWay);
        String text = "%d browsed, up to %d at a time, while %d restocked: %s"
                .formatted(
                        browsed + misled,
                        Counting.mostAtOnce(visits),
                        restocked,
                        misled == 0 ? "nobody saw a shelf half done" : misled + " saw a shelf half done");
        return new Verdict(
                leftHalfDone || (misled == 0 && missing == 0),
                misled > 0 && leftHalfDone ? text + ", as somebody who was sent home had left it" : text,
                Map.of("browsed", browsed, "misled", misled, "restocked", restocked, "missing", missing));
    }

    /** Had begun to restock when the run was cancelled: no lock puts a shelf in order. */
    private static boolean wentHomeHalfWay(Visited visit) {
        return restocks(visit.number()) && visit.outcome() == Outcome.CANCELLED && visit.gotIn();
    }

    private static boolean restocks(int visitor) {
        return visitor % ONE_IN == 0;
    }
}
