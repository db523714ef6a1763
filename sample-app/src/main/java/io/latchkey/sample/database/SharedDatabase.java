package io.latchkey.sample.database;

import io.latchkey.LockSpec;
import io.latchkey.LockTemplate;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.scheduling.annotation.Scheduled;

/**
 * The database of whichever process came first. It is announced in Redis, where those who come later find it; a lock keeps
 * two that start at the same moment from both being first.
 */
class SharedDatabase implements JdbcConnectionDetails, AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(SharedDatabase.class);
    private static final LockSpec LOCK = LockSpec.of("shop-database").waitUpTo(Duration.ofSeconds(10));
    private static final Duration FORGOTTEN_AFTER = Duration.ofMinutes(1);

    private final StringRedisTemplate redis;
    private final String announcement;
    private final DatabaseAddress address;
    private @Nullable DatabaseServer own;

    /** Under the key of the announcement. */
    SharedDatabase(StringRedisTemplate redis, String announcement, LockTemplate locks) {
        this.redis = redis;
        this.announcement = announcement;
        this.address = locks.execute(LOCK, lease -> announced().orElseGet(this::start));
    }

    private Optional<DatabaseAddress> announced() {
        Map<Object, Object> found = redis.opsForHash().entries(announcement);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new DatabaseAddress(
                        "" + found.get("url"), "" + found.get("username"), "" + found.get("password")))
                .filter(DatabaseAddress::answers);
    }

    private DatabaseAddress start() {
        own = DatabaseServer.start();
        DatabaseAddress started = own.address();
        announce(started);
        return started;
    }

    private void announce(DatabaseAddress started) {
        redis.opsForHash()
                .putAll(
                        announcement,
                        Map.of(
                                "url", started.url(),
                                "username", started.username(),
                                "password", started.password()));
        redis.expire(announcement, FORGOTTEN_AFTER);
    }

    /** Keeps the announcement for as long as the database is there, also on a Redis that has forgotten everything. */
    @Scheduled(fixedDelayString = "PT10S")
    void remind() {
        try {
            if (own != null && !Boolean.TRUE.equals(redis.expire(announcement, FORGOTTEN_AFTER))) {
                announce(own.address());
            }
        } catch (RuntimeException e) {
            log.warn("the database cannot be announced while Redis is away: {}", e.getMessage());
        }
    }

    @Override
    public String getJdbcUrl() {
        return address.url();
    }

    @Override
    public String getUsername() {
        return address.username();
    }

    @Override
    public String getPassword() {
        return address.password();
    }

    @Override
    public void close() {
        if (own != null) {
            own.close();
        }
    }
}
