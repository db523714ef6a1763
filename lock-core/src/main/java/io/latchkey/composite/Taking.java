package io.latchkey.composite;

import static java.util.Objects.requireNonNull;

import io.latchkey.Lease;
import io.latchkey.LeaseLostException;
import io.latchkey.LockException;
import io.latchkey.NamedLock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Takes all of several locks or none within one deadline: all at once if they are free, else one after the other.
 *
 * @param <T> what is had of a lock that was taken
 */
final class Taking<T> {

    private final String name;
    private final Manner<T> manner;
    private final Deadline deadline;
    private final Care care;
    private final List<T> taken = new ArrayList<>();
    private Joint.@Nullable Request asked;
    /** Whether a lease ended before all locks were taken. */
    private boolean ended;

    Taking(String name, Manner<T> manner, Deadline deadline, Care care) {
        this.name = name;
        this.manner = manner;
        this.deadline = deadline;
        this.care = care;
    }

    /** All of them, in their order; null when one was busy, and then none. */
    @Nullable
    List<T> all(List<NamedLock> locks) throws InterruptedException {
        try {
            if (takeTogether(locks)) {
                asked = null;
                return taken;
            }
            while (!(takeEach(locks) && keepAlive())) {
                giveBack().rethrow();
                if (deadline.isOver() && ended) {
                    throw MultiLock.tooLate(name);
                }
                if (deadline.isOver()) {
                    return null;
                }
            }
            return taken;
        } catch (Throwable e) {
            giveBack().suppressInto(e);
            throw e;
        } finally {
            if (asked != null) {
                asked.giveUp();
            }
        }
    }

    /**
     * Asks for all of them at once and waits for none; false when they have to be taken one after the other. What is held
     * then is held without waiting for more, so the order does not matter.
     */
    private boolean takeTogether(List<NamedLock> locks) throws InterruptedException {
        List<NamedLock> wanted =
                locks.stream().filter(lock -> !manner.has(lock)).toList();
        List<Lease> leases = Thread.currentThread().isInterrupted() ? null : askTogether(wanted);
        if (leases == null) {
            return false;
        }
        for (int i = 0; i < leases.size(); i++) {
            taken.add(manner.taken(wanted.get(i), leases.get(i)));
        }
        return wanted.size() == locks.size() || takeOthers(locks, wanted);
    }

    /** Takes those again that were had before, and puts all in their order. */
    private boolean takeOthers(List<NamedLock> locks, List<NamedLock> wanted) throws InterruptedException {
        Map<NamedLock, T> had = new HashMap<>();
        for (int i = 0; i < wanted.size(); i++) {
            had.put(wanted.get(i), taken.get(i));
        }
        for (NamedLock lock : locks) {
            if (!had.containsKey(lock)) {
                T again = manner.take(lock, Duration.ZERO);
                if (again == null) {
                    giveBack().rethrow();
                    return false;
                }
                taken.add(again);
                had.put(lock, again);
            }
        }
        taken.clear();
        locks.forEach(lock -> taken.add(requireNonNull(had.get(lock))));
        return true;
    }

    private @Nullable List<Lease> askTogether(List<NamedLock> locks) {
        Joint joint = locks.isEmpty() ? null : Joint.of(locks);
        asked = joint == null ? null : joint.reserve(locks, deadline.whole(), care.leaseTime(), manner.asThread());
        try {
            return asked == null ? null : asked.send(deadline.remaining());
        } catch (LockException e) {
            if (deadline.isOver()) {
                throw e;
            }
            // Whoever waits for a lock waits through an outage, too.
            return null;
        }
    }

    /** False when time is up, or one of those taken was lost while another was waited for. */
    private boolean takeEach(List<NamedLock> locks) throws InterruptedException {
        ended = false;
        for (NamedLock lock : locks) {
            T one = manner.take(withPlace(lock), care.wait(deadline, taken));
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

    /** The lock, with the place in line that was kept for it when all were asked for, if one was. */
    private NamedLock withPlace(NamedLock lock) {
        NamedLock first = asked == null ? lock : asked.first();
        return first.equals(lock) ? first : lock;
    }

    private boolean keepAlive() {
        ended = !care.keepAlive(taken.stream().map(manner::lease).toList());
        return !ended;
    }

    /** What was lost meanwhile is no failure: nothing was done under it. */
    private Failure giveBack() {
        List<T> all = List.copyOf(taken);
        taken.clear();
        Failure failure = new Failure(each -> !(each instanceof LeaseLostException));
        List<Lease> left = manner.leave(all, failure);
        if (deadline.isMissed()) {
            GivingBack.releaseSoon(left);
        } else {
            GivingBack.release(left, failure);
        }
        return failure;
    }
}
