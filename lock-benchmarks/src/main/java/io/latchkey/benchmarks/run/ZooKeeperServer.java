package io.latchkey.benchmarks.run;

import io.latchkey.testkit.ChildJvm;
import java.time.Duration;
import java.util.List;

/**
 * A ZooKeeper server in a process of its own, so that its CPU time can be told from that of clients. It does not wait
 * for the disk, as the Redis beside it does not either.
 */
final class ZooKeeperServer implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final ChildJvm jvm;
    private final String connectString;

    private ZooKeeperServer(ChildJvm jvm) throws InterruptedException {
        this.jvm = jvm;
        this.connectString = ask(ZooKeeperMain.READY);
    }

    static ZooKeeperServer start() throws InterruptedException {
        List<String> options = List.of(
                "-XX:TieredStopAtLevel=4", "-Xmx512m", "-Dzookeeper.forceSync=no", "-Dzookeeper.maxClientCnxns=0");
        return new ZooKeeperServer(ChildJvm.start(options, ZooKeeperMain.class));
    }

    String connectString() {
        return connectString;
    }

    long cpuNanos() throws InterruptedException {
        jvm.send("cpu");
        return Long.parseLong(ask(ZooKeeperMain.CPU));
    }

    @Override
    public void close() {
        jvm.send("close");
        try {
            int unused = jvm.awaitExit(LIMIT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            jvm.close();
        }
    }

    private String ask(String prefix) throws InterruptedException {
        return jvm.awaitLine(prefix, LIMIT).substring(prefix.length());
    }
}
