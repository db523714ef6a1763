package io.latchkey.sample.database;

import io.latchkey.LockSpec;
import io.latchkey.LockTemplate;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.scheduling.annotation.Scheduled;

/**
 * The database of whichever process came first. It is announced in Redis, where those who come later find it; a lock keeps
 * two that start at the same moment from both being first.
 */
class SharedDatabase implements JdbcConnectionDetails, AutoCloseable {

    private static final LockSpec LOCK = LockSpec.of("shop-database").waitUpTo(Duration.ofSeconds(5));
    private static final String ANNOUNCED = "latchkey-sample:database";
    private static final Duration FORGOTTEN_AFTER = Duration.ofMinutes(1);

    private final StringRedisTemplate redis;
    private final DatabaseAddress address;
    private @Nullable DatabaseServer own;

    SharedDatabase(StringRedisTemplate redis, LockTemplate locks) {
        this.redis = redis;
        this.address = locks.execute(LOCK, lease -> announced().orElseGet(this::start));
    }

    private Optional<DatabaseAddress> announced() {
        Map<Object, Object> found = redis.opsForHash().entries(ANNOUNCED);
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
        redis.opsForHash()
                .putAll(
                        ANNOUNCED,
                        Map.of(
                                "url", started.url(),
                                "username", started.username(),
                                "password", started.password()));
        redis.expire(ANNOUNCED, FORGOTTEN_AFTER);
        return started;
    }

    /** Keeps the announcement for as long as the database is there. */
    @Scheduled(fixedDelayString = "PT10S")
    void remind() {
        if (own != null) {
            redis.expire(ANNOUNCED, FORGOTTEN_AFTER);
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
