package io.latchkey.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Shows that something leaves no thread behind: remembers the live threads when it is made and later looks for new ones.
 * Threads of the JVM, its common pool, Netty's global executor and of this kit's shared clients do not count. Virtual threads
 * cannot be seen.
 */
public final class LeakCheck {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private static final Predicate<Thread> SHARED = named(
            "testkit-",
            "process reaper",
            "Common-Cleaner",
            "ForkJoinPool.commonPool-",
            "CompletableFutureDelayScheduler",
            "globalEventExecutor-",
            "awaitility-");

    private final Set<Thread> before = liveThreads();
    private final Predicate<Thread> ignored;

    private LeakCheck(Predicate<Thread> ignored) {
        this.ignored = ignored;
    }

    /** Remembers the threads of now. */
    public static LeakCheck start() {
        return ignoring(thread -> false);
    }

    /** The same; threads that match do not count. */
    public static LeakCheck ignoring(Predicate<Thread> ignored) {
        return new LeakCheck(ignored);
    }

    /** Matches threads whose name begins so. */
    public static Predicate<Thread> named(String... prefixes) {
        return thread -> Stream.of(prefixes).anyMatch(thread.getName()::startsWith);
    }

    /** Waits up to ten seconds for the new threads to end. */
    public void assertNoNewThreads() {
        assertNoNewThreads(LIMIT);
    }

    public void assertNoNewThreads(Duration limit) {
        await("no new threads")
                .pollInSameThread()
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(10))
                .atMost(limit)
                .untilAsserted(() -> assertThat(newThreads()).isEmpty());
    }

    private List<Thread> newThreads() {
        return liveThreads().stream()
                .filter(thread -> !before.contains(thread))
                .filter(thread -> !isOfTheJvm(thread))
                .filter(SHARED.or(ignored).negate())
                .toList();
    }

    private static boolean isOfTheJvm(Thread thread) {
        ThreadGroup group = thread.getThreadGroup();
        // No group: it has ended since.
        return group == null || group.getName().equals("system");
    }

    private static Set<Thread> liveThreads() {
        return Set.copyOf(Thread.getAllStackTraces().keySet());
    }
}
