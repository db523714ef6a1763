package io.latchkey.sample.holder;

import io.latchkey.Locks;
import io.latchkey.sample.live.Bus;
import io.latchkey.sample.live.Duties;
import io.latchkey.sample.live.Identity;
import io.latchkey.spring.autoconfigure.LatchkeyProperties;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The story of a process that holds a lock and is frozen or killed. One is told at a time. */
@Component
public class HolderStory implements DisposableBean {

    static final String LOCK = "till";

    private final Locks locks;
    private final LatchkeyProperties properties;
    private final RedisConnectionFactory redis;
    private final JdbcConnectionDetails database;
    private final Ledger ledger;
    private final Identity identity;
    private final Duties duties;
    private final Bus bus;
    private @Nullable Telling current;

    HolderStory(
            Locks locks,
            LatchkeyProperties properties,
            RedisConnectionFactory redis,
            JdbcConnectionDetails database,
            JdbcClient jdbc,
            Identity identity,
            Duties duties,
            Bus bus) {
        this.locks = locks;
        this.properties = properties;
        this.redis = redis;
        this.database = database;
        this.ledger = new Ledger(jdbc);
        this.identity = identity;
        this.duties = duties;
        this.bus = bus;
    }

    /** Starts the process that takes the lock. */
    public synchronized void start() throws StoryException {
        if (current != null && !current.isOver()) {
            throw new StoryException("A holder is at work already. Freeze it or kill it.");
        }
        if (locks.reentrant(LOCK).isLocked()) {
            throw new StoryException(
                    "The lock is held: by the holder of another process, or by one that has just ended. Wait a moment.");
        }
        HolderSettings settings = settings();
        Narrator narrator = new Narrator(identity.self(), duties, bus);
        current = new Telling(locks.reentrant(LOCK), ledger, properties.leaseTime(), narrator);
        current.begin(settings);
    }

    /** Stops the holder, as a long pause of its JVM or its machine would. */
    public void freeze() throws StoryException {
        running().freeze();
    }

    /** Ends the holder, as a crash would. */
    public void kill() throws StoryException {
        running().kill();
    }

    private synchronized Telling running() throws StoryException {
        return Optional.ofNullable(current)
                .filter(telling -> !telling.isOver())
                .orElseThrow(() -> new StoryException("Start a holder in this process first."));
    }

    HolderSettings settings() throws StoryException {
        if (!(redis instanceof LettuceConnectionFactory lettuce)
                || lettuce.getClusterConfiguration() != null
                || lettuce.getSentinelConfiguration() != null) {
            throw new StoryException("This part of the shop needs a single Redis server.");
        }
        RedisStandaloneConfiguration server = lettuce.getStandaloneConfiguration();
        return new HolderSettings(
                lettuce.getHostName(),
                lettuce.getPort(),
                lettuce.getDatabase(),
                server.getUsername(),
                lettuce.getPassword(),
                lettuce.isUseSsl(),
                properties.keyPrefix(),
                properties.leaseTime(),
                database.getJdbcUrl(),
                Optional.ofNullable(database.getUsername()).orElse(""),
                Optional.ofNullable(database.getPassword()).orElse(""));
    }

    @Override
    public synchronized void destroy() {
        if (current != null) {
            current.close();
        }
    }
}
