package io.latchkey.composite;

import static java.util.Objects.requireNonNull;

import io.latchkey.LeaseLostException;
import io.latchkey.NamedLock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Takes all of several locks or none, one after the other, within one deadline.
 *
 * @param <T> what is had of a lock that was taken
 */
final class Taking<T> {

    private final Manner<T> manner;
    private final Deadline deadline;
    private final Care care;
    private final List<T> taken = new ArrayList<>();

    Taking(Manner<T> manner, Deadline deadline, Care care) {
        this.manner = manner;
        this.deadline = deadline;
        this.care = care;
    }

    /** All of them, in their order; null when one was busy, and then none. */
    @Nullable
    List<T> all(List<NamedLock> locks) throws InterruptedException {
        try {
            if (takeTogether(locks)) {
                return taken;
            }
            while (!(takeEach(locks) && keepAlive())) {
                giveBack().rethrow();
                if (deadline.isOver()) {
                    return null;
                }
            }
            return taken;
        } catch (Throwable e) {
            giveBack().suppressInto(e);
            throw e;
        }
    }

    /**
     * Takes those that one request can reach in one, without waiting for any; false when they have to be taken one after
     * the other. What is held then is held without waiting for more, so the order does not matter.
     */
    private boolean takeTogether(List<NamedLock> locks) throws InterruptedException {
        Groups<NamedLock> groups = Groups.of(locks, MultiLock::joint);
        if (groups.together().isEmpty() || Thread.currentThread().isInterrupted()) {
            return false;
        }
        Map<NamedLock, T> had = new HashMap<>();
        for (Map.Entry<Joint, List<NamedLock>> group : groups.together().entrySet()) {
            List<T> some = manner.takeTogether(group.getKey(), group.getValue(), deadline.remaining());
            if (some == null) {
                return fallBack();
            }
            taken.addAll(some);
            for (int i = 0; i < some.size(); i++) {
                had.put(group.getValue().get(i), some.get(i));
            }
        }
        for (NamedLock lock : groups.alone()) {
            T one = manner.take(lock, Duration.ZERO);
            if (one == null) {
                return fallBack();
            }
            taken.add(one);
            had.put(lock, one);
        }
        taken.clear();
        locks.forEach(lock -> taken.add(requireNonNull(had.get(lock))));
        return keepAlive() || fallBack();
    }

    private boolean fallBack() {
        giveBack().rethrow();
        return false;
    }

    /** False when time is up, or one of those taken was lost while another was waited for. */
    private boolean takeEach(List<NamedLock> locks) throws InterruptedException {
        for (NamedLock lock : locks) {
            T one = manner.take(lock, care.wait(deadline, taken));
            while (one == null) {
                if (deadline.isOver() || !keepAlive()) {
                    return false;
                }
                one = manner.take(lock, care.wait(deadline, taken));
            }
            taken.add(one);
        }
        return true;
    }

    private boolean keepAlive() {
        return care.keepAlive(taken.stream().map(manner::lease).toList());
    }

    /** What was lost meanwhile is no failure: nothing was done under it. */
    private Failure giveBack() {
        List<T> all = List.copyOf(taken);
        taken.clear();
        return new Failure().reversed(all, one -> {
            try {
                manner.giveBack(one);
            } catch (LeaseLostException e) {
                // Those who listen have heard of it.
            }
        });
    }
}
