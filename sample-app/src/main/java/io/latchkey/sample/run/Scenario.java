package io.latchkey.sample.run;

import io.latchkey.sample.live.Message.Started;
import io.latchkey.sample.live.Message.Visited;
import io.latchkey.sample.live.Outcome;
import io.latchkey.sample.shop.Visitor;
import java.util.List;

/** What visitors do in a run, and how one tells afterwards whether all went well. */
interface Scenario {

    /** What the page calls it. */
    String feature();

    /** Puts things in their place, once, before anybody comes. */
    void prepare(int items);

    /** Serves one visitor. Called by many threads of many processes. */
    Outcome serve(Visitor visitor) throws InterruptedException;

    /** Looks around, once, after everybody left. */
    Verdict judge(Started run, List<Visited> visits);
}
