package io.latchkey.benchmarks.locks;

import java.time.Duration;
import java.util.List;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;

/** Scripts through {@code StringRedisTemplate.execute}, as most applications would send them. */
final class TemplateScripts implements FloorScripts {

    private static final RedisScript<Long> ACQUIRE_SCRIPT = RedisScript.of(ACQUIRE, Long.class);
    private static final RedisScript<Long> RELEASE_SCRIPT = RedisScript.of(RELEASE, Long.class);
    private static final RedisScript<Long> TELLING_SCRIPT = RedisScript.of(RELEASE_AND_TELL, Long.class);

    private final LettuceConnectionFactory factory;
    private final StringRedisTemplate template;
    private final String leaseMillis;

    TemplateScripts(Endpoints endpoints, Duration leaseTime) {
        this.factory = Connections.to(endpoints);
        this.template = new StringRedisTemplate(factory);
        this.leaseMillis = Long.toString(leaseTime.toMillis());
    }

    @Override
    public boolean acquire(String key, String owner) {
        return isOne(template.execute(ACQUIRE_SCRIPT, List.of(key), owner, leaseMillis));
    }

    @Override
    public boolean release(String key, String owner) {
        return isOne(template.execute(RELEASE_SCRIPT, List.of(key), owner));
    }

    @Override
    public boolean releaseAndTell(String key, String owner) {
        return isOne(template.execute(TELLING_SCRIPT, List.of(key), owner));
    }

    @Override
    public void close() {
        factory.destroy();
    }

    private static boolean isOne(Long reply) {
        return reply == 1;
    }
}
