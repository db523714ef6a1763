package io.latchkey.sample.database;

import java.net.InetAddress;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import org.h2.tools.Server;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An H2 database in memory that other processes of this machine may use too. It ends with the process that started it. */
final class DatabaseServer implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(DatabaseServer.class);
    private static final String HOST = InetAddress.getLoopbackAddress().getHostAddress();

    static {
        // H2 reads it once. Who may connect to H2 may run any code in this process, so nobody from outside, and not
        // without the password.
        System.setProperty("h2.bindAddress", HOST);
    }

    private final Connection keptOpen;
    private final Server server;
    private final DatabaseAddress address;

    private DatabaseServer(Connection keptOpen, Server server, DatabaseAddress address) {
        this.keptOpen = keptOpen;
        this.server = server;
        this.address = address;
    }

    static DatabaseServer start() {
        String name = "mem:shop-" + UUID.randomUUID();
        String password = UUID.randomUUID().toString();
        try {
            Connection connection = DriverManager.getConnection("jdbc:h2:" + name, "shop", password);
            Server server =
                    Server.createTcpServer("-tcpPort", "0", "-tcpDaemon").start();
            String url = "jdbc:h2:tcp://%s:%d/%s".formatted(HOST, server.getPort(), name);
            log.info("started a database at {}", url);
            return new DatabaseServer(connection, server, new DatabaseAddress(url, "shop", password));
        } catch (SQLException e) {
            throw new IllegalStateException("the shop's own database could not be started: " + e.getMessage(), e);
        }
    }

    DatabaseAddress address() {
        return address;
    }

    @Override
    public void close() {
        try (keptOpen;
                Statement statement = keptOpen.createStatement()) {
            server.stop();
            statement.execute("shutdown");
        } catch (SQLException e) {
            log.debug("closing the database", e);
        }
    }
}
