package io.latchkey.benchmarks.locks;

import com.baomidou.lock.LockInfo;
import com.baomidou.lock.LockTemplate;
import com.baomidou.lock.executor.RedisTemplateLockExecutor;
import com.baomidou.lock.spring.boot.autoconfigure.Lock4jProperties;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * Lock4j on its RedisTemplate executor, with a fixed lease: its renewal starts a thread with every acquisition, which
 * stays until the first renewal would be due.
 */
final class Lock4jLocks implements LockClient {

    private static final Duration LONGEST_WAIT = Duration.ofMinutes(2);

    private final LettuceConnectionFactory factory;
    private final Duration leaseTime;
    private final LockTemplate template = new LockTemplate();

    Lock4jLocks(Endpoints endpoints, Duration leaseTime) {
        this.factory = Connections.to(endpoints);
        this.leaseTime = leaseTime;
        Lock4jProperties properties = new Lock4jProperties();
        template.setProperties(properties);
        template.setExecutors(List.of(new RedisTemplateLockExecutor(new StringRedisTemplate(factory), properties)));
        try {
            template.afterPropertiesSet();
        } catch (Exception e) {
            throw new IllegalStateException("Lock4j could not be set up", e);
        }
    }

    @Override
    public BenchLock lock(Kind kind, String name) {
        if (kind != Kind.REENTRANT && kind != Kind.FIXED) {
            throw LockClient.unsupported(kind);
        }
        return new Held(name);
    }

    @Override
    public void close() {
        factory.destroy();
    }

    private final class Held implements BenchLock {

        private final String name;
        private @Nullable LockInfo info;

        Held(String name) {
            this.name = name;
        }

        @Override
        public void lock() throws TimeoutException {
            info = template.lock(name, leaseTime.toMillis(), LONGEST_WAIT.toMillis());
            if (info == null) {
                throw new TimeoutException("no lock within " + LONGEST_WAIT);
            }
        }

        @Override
        public void unlock() {
            if (!template.releaseLock(info)) {
                throw new IllegalStateException("the lock was lost");
            }
        }
    }
}
