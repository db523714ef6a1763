package io.latchkey.faults;

import io.latchkey.Lease;
import io.latchkey.NamedLock;
import io.latchkey.redis.RedisLocks;
import io.latchkey.testkit.ParentWatch;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * The main of a process that locks as it is told, line by line:
 *
 * <pre>
 *   lock NAME [LEASE-MILLIS]    locked TOKEN
 *   check NAME                  valid true|false
 *   unlock NAME                 unlocked
 *   visit NAME                  asking, and visited TOKEN when its turn has come and gone
 *   permit NAME PERMITS         permitted TOKEN
 *   loop NAME THREADS CYCLES LEASE-MILLIS|0 FILE
 *                               looped CYCLES
 * </pre>
 *
 * <p>The name of a lock that is not re-entrant begins with its kind, as in {@code fair:order}. It answers in lines of its
 * own: {@code failed} with exception and message where something went wrong, and {@code lost TOKEN} whenever a lease ends
 * early. Its arguments are host, port, and in milliseconds the watchdog's lease and the time-out of fair waiters.
 */
final class LockWorker {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final RedisLocks locks;

    private LockWorker(RedisLocks locks) {
        this.locks = locks;
    }

    public static void main(String[] arguments) throws InterruptedException {
        BlockingQueue<String> orders = new LinkedBlockingQueue<>();
        ParentWatch.exitWithParent(orders::add);
        LettuceConnectionFactory factory = new LettuceConnectionFactory(arguments[0], Integer.parseInt(arguments[1]));
        factory.afterPropertiesSet();
        factory.start();
        LockWorker worker = new LockWorker(RedisLocks.builder(factory)
                .leaseTime(Duration.ofMillis(Long.parseLong(arguments[2])))
                .fairWaiterTimeout(Duration.ofMillis(Long.parseLong(arguments[3])))
                .build());
        say("ready");
        while (true) {
            worker.obey(orders.take());
        }
    }

    private void obey(String order) throws InterruptedException {
        String[] words = order.split(" ");
        try {
            switch (words[0]) {
                case "lock" -> lock(words);
                case "check" ->
                    say("valid " + lock(words[1]).currentLease().orElseThrow().isValid());
                case "unlock" -> {
                    lock(words[1]).unlock();
                    say("unlocked");
                }
                case "visit" -> visit(words[1]);
                case "permit" -> permit(words[1], Integer.parseInt(words[2]));
                case "loop" -> loop(words);
                default -> throw new IllegalArgumentException(order);
            }
        } catch (RuntimeException | Error | IOException e) {
            say("failed " + e.getClass().getSimpleName() + " " + e.getMessage());
        }
    }

    private void lock(String[] words) {
        NamedLock lock = lock(words[1]);
        if (words.length == 2) {
            lock.lock();
        } else {
            lock.lock(Duration.ofMillis(Long.parseLong(words[2])));
        }
        Lease lease = lock.currentLease().orElseThrow();
        lease.onLost(lost -> say("lost " + lost.fencingToken()));
        say("locked " + lease.fencingToken());
    }

    /** Waits without a thread, so that it can be told to visit many times at once. */
    private void visit(String name) {
        lock(name)
                .acquireAsync(PATIENCE)
                .thenCompose(lease -> lease.releaseAsync().thenApply(released -> lease.fencingToken()))
                .whenComplete((token, failure) -> say(failure == null ? "visited " + token : "failed " + failure));
        say("asking");
    }

    private void permit(String name, int permits) throws InterruptedException {
        say("permitted " + locks.semaphore(name, permits).acquire(PATIENCE).fencingToken());
    }

    private void loop(String[] words) throws IOException, InterruptedException {
        long leaseMillis = Long.parseLong(words[4]);
        SharedCounter counter = SharedCounter.open(Path.of(words[5]));
        CountingLoop loop = new CountingLoop(
                lock(words[1]),
                Integer.parseInt(words[2]),
                Integer.parseInt(words[3]),
                leaseMillis == 0 ? null : Duration.ofMillis(leaseMillis),
                counter);
        say("looped " + loop.run());
    }

    private NamedLock lock(String name) {
        String[] parts = name.split(":", 2);
        return switch (parts[0]) {
            case "fair" -> locks.fair(parts[1]);
            case "read" -> locks.readWrite(parts[1]).readLock();
            case "write" -> locks.readWrite(parts[1]).writeLock();
            default -> locks.reentrant(name);
        };
    }

    static void say(String line) {
        synchronized (System.out) {
            System.out.println(line);
        }
    }
}
