package io.latchkey.contract;

import static java.util.Objects.requireNonNull;

import io.latchkey.Locks;
import io.latchkey.testkit.contract.Peer;
import io.latchkey.testkit.contract.ReadWriteLockContract;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;

class RedisReadWriteLockTest extends ReadWriteLockContract {

    private static final Duration LEASE_TIME = Duration.ofSeconds(30);

    @RegisterExtension
    final SharedRedis redis = new SharedRedis();

    private @Nullable Peer here;
    private @Nullable Peer there;

    @BeforeEach
    void startTwoProcesses() {
        here = redis.get().start(LEASE_TIME, List.of());
        there = redis.get().start(LEASE_TIME, List.of());
    }

    @AfterEach
    void endThem() {
        requireNonNull(here).close();
        requireNonNull(there).close();
    }

    @Override
    protected Locks here() {
        return requireNonNull(here).locks();
    }

    @Override
    protected Locks there() {
        return requireNonNull(there).locks();
    }

    @Override
    protected List<String> leftovers() {
        return redis.get().leftovers();
    }
}
