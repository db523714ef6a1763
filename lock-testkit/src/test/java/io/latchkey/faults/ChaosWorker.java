package io.latchkey.faults;

import io.latchkey.Lease;
import io.latchkey.LeaseLostException;
import io.latchkey.LockException;
import io.latchkey.redis.RedisLocks;
import io.latchkey.testkit.ParentWatch;
import io.latchkey.testkit.history.HistoryLog;
import io.latchkey.testkit.history.Hold.Ending;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * The main of a process whose threads take locks at random, for random times, and write down what they see, until a line
 * comes in. Its arguments are host, port, lease in milliseconds, the file for its history and the load.
 */
final class ChaosWorker {

    private static final List<String> LOCKS = List.of("chaos-a", "chaos-b");
    private static final Duration WAIT = Duration.ofSeconds(60);
    private static final int WARM_UP = 50;

    private final String name = "worker" + ProcessHandle.current().pid();
    private final ChaosLoad load;
    private final RedisLocks locks;
    private final Duration leaseTime;
    private final HistoryLog history;
    private volatile boolean stopped;

    private ChaosWorker(ChaosLoad load, RedisLocks locks, Duration leaseTime, HistoryLog history) {
        this.load = load;
        this.locks = locks;
        this.leaseTime = leaseTime;
        this.history = history;
    }

    public static void main(String[] arguments) throws InterruptedException, IOException {
        Duration leaseTime = Duration.ofMillis(Long.parseLong(arguments[2]));
        LettuceConnectionFactory factory = new LettuceConnectionFactory(arguments[0], Integer.parseInt(arguments[1]));
        factory.afterPropertiesSet();
        factory.start();
        try (HistoryLog history = HistoryLog.create(Path.of(arguments[3]));
                RedisLocks locks =
                        RedisLocks.builder(factory).leaseTime(leaseTime).build()) {
            new ChaosWorker(ChaosLoad.valueOf(arguments[4]), locks, leaseTime, history).run();
        }
        System.out.println("stopped");
        Thread.currentThread().join();
    }

    private void run() throws InterruptedException {
        warmUp();
        ParentWatch.exitWithParent(line -> stopped = true);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < load.threads(); i++) {
            String thread = name + "-" + i;
            threads.add(new Thread(() -> lockAndLog(thread), thread));
        }
        threads.forEach(Thread::start);
        System.out.println("ready");
        for (Thread thread : threads) {
            thread.join();
        }
    }

    /** What takes long the first time would look like a place in line that was lost. */
    private void warmUp() throws InterruptedException {
        for (int i = 0; i < WARM_UP; i++) {
            load.acquire(locks, "warm-up-" + name, WAIT, null).close();
        }
    }

    private void lockAndLog(String thread) {
        try {
            for (int i = 0; !stopped; i++) {
                hold(thread + "-" + i, LOCKS.get(ThreadLocalRandom.current().nextInt(LOCKS.size())));
            }
        } catch (RuntimeException | InterruptedException e) {
            System.out.println("failed " + e);
        }
    }

    private void hold(String hold, String lock) throws InterruptedException {
        boolean renewed = ThreadLocalRandom.current().nextBoolean();
        history.asking(hold, lock);
        Lease lease = load.acquire(locks, lock, WAIT, renewed ? null : leaseTime);
        history.entered(hold, lease);
        load.work();
        history.leaving(hold, lease);
        history.ended(hold, release(lease));
    }

    private static Ending release(Lease lease) {
        try {
            lease.release();
            return Ending.RELEASED;
        } catch (LeaseLostException e) {
            return Ending.LOST;
        } catch (LockException e) {
            return Ending.UNKNOWN;
        }
    }
}
