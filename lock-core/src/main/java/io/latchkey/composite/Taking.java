package io.latchkey.composite;

import io.latchkey.LeaseLostException;
import io.latchkey.NamedLock;
import java.util.ArrayList;
import java.util.List;
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
