package io.latchkey.contract;

import io.latchkey.LockListener;
import io.latchkey.testkit.RedisServer;
import io.latchkey.testkit.contract.JointLockContract;
import io.latchkey.testkit.contract.Peer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class RedisJointLockTest extends JointLockContract {

    private static RedisProcesses redis;

    @BeforeAll
    static void startServer() {
        redis = new RedisProcesses();
    }

    @AfterAll
    static void closeServer() {
        redis.close();
    }

    static RedisServer server() {
        return redis.server();
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
