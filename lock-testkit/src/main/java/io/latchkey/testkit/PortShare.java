package io.latchkey.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import org.jspecify.annotations.Nullable;

/**
 * The ports that one JVM may use, and no other test JVM on this machine: while it lives, it listens on a port that says so.
 *
 * @param number which of the shares it is
 * @param sign what keeps others from it; null if there are more JVMs than shares
 */
record PortShare(int number, @Nullable ServerSocket sign) {

    private static final int SHARES = 27;
    private static final int FIRST_CLAIM = 19_900;

    /** Each 10000 below a port that outgoing connections do not get. */
    static final int PORTS_WITH_BUS = 100;

    private static final int FIRST_WITH_BUS = 20_000;

    static final int PORTS = 270;
    private static final int FIRST = FIRST_WITH_BUS + SHARES * PORTS_WITH_BUS;

    static PortShare claim() {
        for (int number = 0; number < SHARES; number++) {
            try {
                return new PortShare(number, bound(FIRST_CLAIM + number));
            } catch (IOException e) {
                // It is somebody else's.
            }
        }
        return new PortShare((int) (ProcessHandle.current().pid() % SHARES), null);
    }

    int port(int index) {
        return FIRST + number * PORTS + Math.floorMod(index, PORTS);
    }

    int portWithBus(int index) {
        return FIRST_WITH_BUS + number * PORTS_WITH_BUS + Math.floorMod(index, PORTS_WITH_BUS);
    }

    static boolean isFree(int port) {
        try (ServerSocket probe = bound(port)) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    static ServerSocket bound(int port) throws IOException {
        ServerSocket socket = new ServerSocket();
        try {
            // Connections of before may linger on the port.
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    @Override
    public String toString() {
        return "%d to %d and %d to %d"
                .formatted(portWithBus(0), portWithBus(PORTS_WITH_BUS - 1), port(0), port(PORTS - 1));
    }
}
