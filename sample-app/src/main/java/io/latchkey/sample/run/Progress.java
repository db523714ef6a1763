package io.latchkey.sample.run;

import io.latchkey.Lease;
import io.latchkey.sample.live.Message.Started;
import io.latchkey.sample.live.Message.Visited;
import io.latchkey.sample.live.ShopProcess;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A run under way, as the process sees it that started it. */
final class Progress {

    private final Started run;
    private final Lease lease;
    private final Set<String> atWork = new HashSet<>();
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
