package io.latchkey.engine;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What follows from a change of a slot, done after its monitor is left: requests to the backend, callers to wake. A
 * backend may answer on the spot and a caller may act at once, and neither must find the slot half changed.
 */
final class Effects {

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

    void run() {
        if (settled != null) {
            settled.signal();
        }
        if (others != null) {
            others.forEach(Runnable::run);
        }
    }
}
