package io.latchkey.testkit;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntSupplier;

/** Servers that belong together: they end together, also when one of them does not start. */
final class RedisNodes implements AutoCloseable {

    private final RedisBinary program = RedisSource.program();
    private final List<RedisServer> servers = new CopyOnWriteArrayList<>();

    /** Starts one more; when it does not start, the others end. */
    RedisServer start(IntSupplier ports, String... arguments) {
        try {
            RedisServer server = RedisServer.of(LocalRedis.start(program, ports, arguments));
            servers.add(server);
            return server;
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** The one that listens on that port. */
    RedisServer at(int port) {
        return servers.stream()
                .filter(server -> server.port() == port)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no server of this group listens on " + port));
    }

    @Override
    public void close() {
        RuntimeException failure = null;
        for (RedisServer server : servers) {
            try {
                server.close();
            } catch (RuntimeException e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
