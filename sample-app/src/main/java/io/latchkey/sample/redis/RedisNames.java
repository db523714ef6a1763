package io.latchkey.sample.redis;

import io.latchkey.spring.autoconfigure.LatchkeyProperties;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.stereotype.Component;

/**
 * What a shop calls its own things in Redis. Those who share its locks share them; others on the same server do not: a
 * channel, other than a key, is the same in all databases of a server.
 */
@Component
public class RedisNames {

    private final String keyPrefix;
    private final int database;

    @Autowired
    RedisNames(LatchkeyProperties properties, RedisConnectionFactory redis) {
        this(properties.keyPrefix(), redis instanceof LettuceConnectionFactory lettuce ? lettuce.getDatabase() : 0);
    }

    public RedisNames(String keyPrefix, int database) {
        this.keyPrefix = keyPrefix;
        this.database = database;
    }

    public String of(String thing) {
        return "latchkey-sample:%d:%s%s".formatted(database, keyPrefix, thing);
    }
}
