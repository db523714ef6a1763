package io.latchkey.spring.interceptor;

import io.latchkey.Lease;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What is to be interrupted when one lease is lost. A lease keeps every callback as long as it lives, and a hold that
 * lasts may be entered again any number of times: so there is one callback for all of them.
 */
final class Interruptions {

    private static final Map<Lease, Interruptions> BY_LEASE = Collections.synchronizedMap(new WeakHashMap<>());

    private final Set<Interruption> running = ConcurrentHashMap.newKeySet();
    private volatile boolean lost;

    private Interruptions() {}

    static Interruptions of(Lease lease) {
        return BY_LEASE.computeIfAbsent(lease, Interruptions::listening);
    }

    private static Interruptions listening(Lease lease) {
        Interruptions interruptions = new Interruptions();
        lease.onLost(lost -> interruptions.lost());
        return interruptions;
    }

    private void lost() {
        lost = true;
        running.forEach(Interruption::lost);
    }

    void add(Interruption interruption) {
        running.add(interruption);
        if (lost) {
            interruption.lost();
        }
    }

    void remove(Interruption interruption) {
        running.remove(interruption);
    }
}
