package io.latchkey.testkit;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Free loopback ports from below the range the system hands to outgoing connections. A client that keeps reconnecting to
 * a killed server on a port of that range may sooner or later connect to itself and keep the server from restarting. Low
 * ports also leave room for a cluster's bus at port + 10000.
 *
 * <p>They are all from this JVM's {@link PortShare}: a server that is down for a moment finds its port free when it comes
 * back.
 */
final class FreePort {

    private static final int BUS_OFFSET = 10_000;

    private static final PortShare SHARE = PortShare.claim();
    private static final AtomicInteger NEXT = new AtomicInteger();
    private static final AtomicInteger NEXT_WITH_BUS = new AtomicInteger();

    private FreePort() {}

    /** A port that was free a moment ago, and not one that this JVM was given lately. */
    static int next() {
        for (int attempt = 0; attempt < PortShare.PORTS; attempt++) {
            int port = SHARE.port(NEXT.getAndIncrement());
            if (PortShare.isFree(port)) {
                return port;
            }
        }
        throw new IllegalStateException("no free port in " + SHARE);
    }

    /** The same, for a cluster node: the port of its bus is free too, and below what outgoing connections get. */
    static int nextWithBus() {
        for (int attempt = 0; attempt < PortShare.PORTS_WITH_BUS; attempt++) {
            int port = SHARE.portWithBus(NEXT_WITH_BUS.getAndIncrement());
            if (PortShare.isFree(port) && PortShare.isFree(port + BUS_OFFSET)) {
                return port;
            }
        }
        throw new IllegalStateException("no free pair of ports in " + SHARE);
    }
}
