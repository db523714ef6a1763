package io.latchkey.benchmarks.load;

import io.latchkey.benchmarks.locks.BenchLock;
import io.latchkey.benchmarks.locks.Kind;
import io.latchkey.benchmarks.locks.LockClient;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Many renewed locks that one thread holds, and what they cost in heap. */
final class HeldLocks {

    private final LockClient client;
    private final List<String> names;
    /** Kept only where the library needs the very object to unlock. */
    private final List<BenchLock> objects = new ArrayList<>();

    private double heapPerLock = Double.NaN;

    HeldLocks(LockClient client, String name, int count) {
        this.client = client;
        this.names =
                IntStream.range(0, count).mapToObj(i -> name + "-held-" + i).toList();
    }

    void takeAll() throws Exception {
        if (names.isEmpty()) {
            return;
        }
        // Classes, scripts and threads of the library are there before anything is compared.
        take(names.get(0));
        long before = Heap.used();
        for (String name : names.subList(1, names.size())) {
            take(name);
        }
        if (names.size() > 1) {
            heapPerLock = (double) (Heap.used() - before) / (names.size() - 1);
        }
    }

    private void take(String name) throws Exception {
        BenchLock lock = client.lock(Kind.RENEWED, name);
        lock.lock();
        if (!client.unlocksByName()) {
            objects.add(lock);
        }
    }

    double heapPerLock() {
        return heapPerLock;
    }

    /** Gives all back and returns how many were no longer held. */
    int releaseAll() {
        int lost = 0;
        for (int i = 0; i < names.size(); i++) {
            try {
                (objects.isEmpty() ? client.lock(Kind.RENEWED, names.get(i)) : objects.get(i)).unlock();
            } catch (Exception e) {
                lost++;
            }
        }
        return lost;
    }
}
