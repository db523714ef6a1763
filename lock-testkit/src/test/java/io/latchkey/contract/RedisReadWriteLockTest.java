package io.latchkey.contract;

import io.latchkey.LockListener;
import io.latchkey.testkit.contract.Peer;
import io.latchkey.testkit.contract.ReadWriteLockContract;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.extension.RegisterExtension;

class RedisReadWriteLockTest extends ReadWriteLockContract {

    @RegisterExtension
    final SharedRedis redis = new SharedRedis();

    @Override
    protected Peer start(Duration leaseTime, List<LockListener> listeners) {
        return redis.get().start(leaseTime, listeners);
    }

    @Override
    public List<String> leftovers() {
        return redis.get().leftovers();
    }

    @Override
    public List<String> channels() {
        return redis.get().channels();
    }
}
