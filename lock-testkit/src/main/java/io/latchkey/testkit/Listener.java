package io.latchkey.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The port a proxy listens at; closed, the system refuses connections to it, and it can be opened again. */
final class Listener {

    private static final int PORTS_TO_TRY = 5;

    private final Consumer<Socket> onConnection;
    private final ProxyThreads threads;
    private final int port;
    private @Nullable ServerSocket socket;
    private @Nullable Thread acceptor;

    Listener(Consumer<Socket> onConnection, ProxyThreads threads) {
        this.onConnection = onConnection;
        this.threads = threads;
        ServerSocket bound = bindToFreePort();
        this.port = bound.getLocalPort();
        this.socket = bound;
    }

    int port() {
        return port;
    }

    /** Takes connections from now on; those that came before have waited in the system. */
    synchronized void start() {
        ServerSocket open = socket;
        if (open != null) {
            acceptor = threads.start("accept", () -> acceptFrom(open));
        }
    }

    synchronized void open() {
        if (socket != null) {
            return;
        }
        try {
            socket = PortShare.bound(port);
        } catch (IOException e) {
            throw new UncheckedIOException("port " + port + " cannot be opened again", e);
        }
        start();
    }

    synchronized void close() {
        ServerSocket open = socket;
        socket = null;
        if (open == null) {
            return;
        }
        try {
            open.close();
        } catch (IOException e) {
            throw new UncheckedIOException("port " + port + " cannot be closed", e);
        }
        if (acceptor != null) {
            // The system goes on listening until the thread that waits for a connection has left.
            ProxyThreads.join(acceptor);
        }
    }

    private void acceptFrom(ServerSocket open) {
        while (true) {
            try {
                onConnection.accept(open.accept());
            } catch (IOException e) {
                // Closed: that is how listening ends.
                return;
            }
        }
    }

    private static ServerSocket bindToFreePort() {
        for (int attempt = 1; ; attempt++) {
            try {
                return PortShare.bound(FreePort.next());
            } catch (IOException e) {
                if (attempt == PORTS_TO_TRY) {
                    throw new UncheckedIOException("no port for the proxy", e);
                }
            }
        }
    }
}
