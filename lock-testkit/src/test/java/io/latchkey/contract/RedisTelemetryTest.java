package io.latchkey.contract;

import io.latchkey.LockListener;
import io.latchkey.testkit.contract.Peer;
import io.latchkey.testkit.contract.TelemetryContract;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class RedisTelemetryTest extends TelemetryContract {

    private static RedisProcesses redis;

    @BeforeAll
    static void startServer() {
        redis = new RedisProcesses();
    }

    @AfterAll
    static void closeServer() {
        redis.close();
    }

    @Override
    protected Peer start(Duration leaseTime, List<LockListener> listeners) {
        return redis.start(leaseTime, listeners);
    }

    @Override
    public List<String> leftovers() {
        return redis.leftovers();
    }
}
