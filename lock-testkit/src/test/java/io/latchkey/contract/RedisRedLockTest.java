package io.latchkey.contract;

import io.latchkey.LockListener;
import io.latchkey.Locks;
import io.latchkey.NamedLock;
import io.latchkey.testkit.contract.ExclusiveLockContract;
import io.latchkey.testkit.contract.Peer;
import io.latchkey.testkit.contract.UnfencedContract;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** A red lock on five servers is an exclusive lock like any other, but for its tokens. */
class RedisRedLockTest extends ExclusiveLockContract implements UnfencedContract {

    private static RedProcesses redis;

    @BeforeAll
    static void startServers() {
        redis = new RedProcesses(5);
    }

    @AfterAll
    static void closeServers() {
        redis.close();
    }

    @Override
    protected NamedLock lock(Locks locks, String name) {
        return locks.red(name);
    }

    @Override
    protected Peer start(Duration leaseTime, List<LockListener> listeners) {
        return redis.start(leaseTime, listeners);
    }

    @Override
    public List<String> leftovers() {
        return redis.leftovers();
    }

    @Override
    public List<String> channels() {
        return redis.channels();
    }
}
