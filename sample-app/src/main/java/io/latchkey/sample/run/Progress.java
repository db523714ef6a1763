package io.latchkey.sample.run;

import io.latchkey.Lease;
import io.latchkey.sample.live.Message.Present;
import io.latchkey.sample.live.Message.Started;
import io.latchkey.sample.live.Message.Visited;
import io.latchkey.sample.live.Misses;
import io.latchkey.sample.live.ShopProcess;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A run under way, as the process sees it that started it. */
final class Progress {

    private final Started run;
    private final Lease lease;
    private final Set<String> atWork = new HashSet<>();
    private final Map<String, Misses> misses = new HashMap<>();
    private final List<Visited> visits = new ArrayList<>();
    private boolean cancelled;
    private boolean over;

    Progress(Started run, Lease lease) {
        this.run = run;
        this.lease = lease;
        run.processes().stream().map(ShopProcess::id).forEach(atWork::add);
    }

    Started run() {
        return run;
    }

    Lease lease() {
        return lease;
    }

    synchronized void add(Visited visit) {
        visits.add(visit);
    }

    synchronized void isDone(String process) {
        atWork.remove(process);
    }

    /** Who is no longer there will not finish. */
    synchronized void keepOnly(Collection<String> living) {
        atWork.retainAll(living);
    }

    /** Who says again and again that no visitors are left is done, even if the word of that got lost. */
    synchronized void hear(Present present) {
        String process = present.process().id();
        Misses missed = misses.computeIfAbsent(process, id -> new Misses());
        if (missed.add(present.shares().contains(run.run()))) {
            atWork.remove(process);
        }
    }

    synchronized void cancel() {
        cancelled = true;
    }

    synchronized boolean isCancelled() {
        return cancelled;
    }

    synchronized List<Visited> visits() {
        return List.copyOf(visits);
    }

    /** Whether everybody is done; true only once. */
    synchronized boolean isOver() {
        boolean now = atWork.isEmpty() && !over;
        over |= now;
        return now;
    }
}
