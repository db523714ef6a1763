package io.latchkey.engine;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What follows from a change of a slot, done after its monitor is left: requests to the backend, callers to wake. A
 * backend may answer on the spot and a caller may act at once, and neither must find the slot half changed.
 */
final class Effects {

    /** A backend that answers on the spot leads from one change into the next, for each of those who wait. */
    private static final int DEEPEST = 50;

    private static final ThreadLocal<int[]> DEPTH = ThreadLocal.withInitial(() -> new int[1]);

    private @Nullable Waiter settled;
    private @Nullable List<Runnable> others;

    void add(Runnable effect) {
        if (others == null) {
            others = new ArrayList<>(2);
        }
        others.add(effect);
    }

    void signal(Waiter waiter) {
        if (settled == null) {
            settled = waiter;
        } else {
            add(waiter::signal);
        }
    }

    /** Does all of it, on this thread unless that is deep in effects of effects. */
    void run(EngineThreads threads) {
        if (settled == null && others == null) {
            return;
        }
        int[] depth = DEPTH.get();
        if (depth[0] == DEEPEST) {
            threads.elsewhere(this::run);
            return;
        }
        depth[0]++;
        try {
            run();
        } finally {
            depth[0]--;
        }
    }

    /** Does all of it on this thread, before it returns. */
    void run() {
        if (settled != null) {
            settled.signal();
        }
        if (others != null) {
            others.forEach(Runnable::run);
        }
    }
}
