package io.latchkey.benchmarks.run;

import com.sun.management.OperatingSystemMXBean;
import io.latchkey.testkit.ParentWatch;
import java.lang.management.ManagementFactory;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.apache.curator.test.TestingServer;

/** The main of a process with a ZooKeeper server, which tells its CPU time to whoever sends a line. */
final class ZooKeeperMain {

    static final String READY = "ready ";
    static final String CPU = "cpu ";

    private ZooKeeperMain() {}

    public static void main(String[] arguments) throws Exception {
        BlockingQueue<String> lines = new LinkedBlockingQueue<>();
        ParentWatch.exitWithParent(lines::add);
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        try (TestingServer server = new TestingServer()) {
            System.out.println(READY + server.getConnectString());
            while (!lines.take().equals("close")) {
                System.out.println(CPU + system.getProcessCpuTime());
            }
        }
    }
}
