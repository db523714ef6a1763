package io.latchkey.faults;

import io.latchkey.testkit.ChildJvm;
import io.latchkey.testkit.RedisServer;
import java.time.Duration;

/** A {@link LockWorker} as its parent sees it. */
final class Worker implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final ChildJvm jvm;

    private Worker(ChildJvm jvm) {
        this.jvm = jvm;
    }

    /** Starts a process; {@link #awaitReady} says when it can lock. */
    static Worker start(RedisServer server, Duration leaseTime) {
        return start(server, leaseTime, Duration.ofSeconds(5));
    }

    static Worker start(RedisServer server, Duration leaseTime, Duration fairWaiterTimeout) {
        return new Worker(ChildJvm.start(
                LockWorker.class,
                server.host(),
                Integer.toString(server.port()),
                Long.toString(leaseTime.toMillis()),
                Long.toString(fairWaiterTimeout.toMillis())));
    }

    Worker awaitReady() throws InterruptedException {
        jvm.awaitLine("ready", LIMIT);
        return this;
    }

    void tell(String order) {
        jvm.send(order);
    }

    /** What follows the word in its next line that begins with it. */
    String hears(String word) throws InterruptedException {
        return jvm.awaitLine(word, LIMIT).substring(word.length()).strip();
    }

    /** Takes the lock and returns its token. */
    long lock(String order) throws InterruptedException {
        tell(order);
        return Long.parseLong(hears("locked "));
    }

    boolean hasSaid(String word) {
        return jvm.lines().stream().anyMatch(line -> line.startsWith(word));
    }

    void pause() {
        jvm.pause();
    }

    void resume() {
        jvm.resume();
    }

    void kill() {
        jvm.kill();
    }

    @Override
    public void close() {
        jvm.close();
    }
}
