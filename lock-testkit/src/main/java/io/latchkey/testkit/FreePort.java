package io.latchkey.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Free loopback ports from below the range the system hands to outgoing connections. A client that keeps reconnecting to
 * a killed server on a port of that range may sooner or later connect to itself and keep the server from restarting. Low
 * ports also leave room for a cluster's bus at port + 10000.
 */
final class FreePort {

    private static final int FIRST = 20_000;
    private static final int COUNT = 10_000;
    private static final int NODES = 2_700;
    private static final int BUS_OFFSET = 10_000;

    /** Random, so that test JVMs side by side seldom try the same ports. */
    private static final AtomicInteger NEXT =
            new AtomicInteger(ThreadLocalRandom.current().nextInt(COUNT));

    private FreePort() {}

    /** A port that was free a moment ago and that this JVM has not been given before. */
    static int next() {
        for (int attempt = 0; attempt < COUNT; attempt++) {
            int port = FIRST + Math.floorMod(NEXT.getAndIncrement(), COUNT);
            if (isFree(port)) {
                return port;
            }
        }
        throw new IllegalStateException("no free port from " + FIRST + " to " + (FIRST + COUNT - 1));
    }

    /** The same, for a cluster node: the port of its bus is free too, and below what outgoing connections get. */
    static int nextWithBus() {
        for (int attempt = 0; attempt < COUNT; attempt++) {
            int port = next();
            if (port < FIRST + NODES && isFree(port + BUS_OFFSET)) {
                return port;
            }
        }
        throw new IllegalStateException("no free pair of ports from " + FIRST + " and " + (FIRST + BUS_OFFSET));
    }

    private static boolean isFree(int port) {
        try (ServerSocket probe = new ServerSocket()) {
            probe.setReuseAddress(true);
            probe.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
