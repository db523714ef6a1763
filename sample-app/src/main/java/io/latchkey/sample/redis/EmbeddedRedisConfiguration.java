package io.latchkey.sample.redis;

import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;

/** Starts a Redis of the sample's own, unless the user has named one or something else, as Docker Compose, brings one. */
@Configuration(proxyBeanMethods = false)
@Conditional(OnNoRedisNamed.class)
@ConditionalOnMissingBean(DataRedisConnectionDetails.class)
class EmbeddedRedisConfiguration {

    @Bean
    EmbeddedRedis embeddedRedis() {
        return EmbeddedRedis.start(RedisProgram.find());
    }

    /** Takes the place of spring.data.redis.host and port. The connection depends on it, so the server ends last. */
    @Bean
    DataRedisConnectionDetails embeddedRedisConnectionDetails(EmbeddedRedis redis) {
        return new DataRedisConnectionDetails() {
            @Override
            public Standalone getStandalone() {
                return Standalone.of(redis.host(), redis.port());
            }
        };
    }
}
