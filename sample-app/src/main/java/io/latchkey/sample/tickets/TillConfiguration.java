package io.latchkey.sample.tickets;

import io.latchkey.Locks;
import io.latchkey.redis.RedisLocks;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/** Two tills in one JVM that are, as far as Redis can tell, two processes: each has locks of its own. */
@Configuration(proxyBeanMethods = false)
class TillConfiguration {

    /** The first till uses the locks that the starter provides. */
    @Bean
    Till leftTill(Locks locks) {
        return new Till("left", locks);
    }

    @Bean
    Till rightTill(@Qualifier("secondProcess") Locks locks) {
        return new Till("right", locks);
    }

    /** Not a default candidate, so that everybody else still gets the locks of the starter. */
    @Bean(defaultCandidate = false)
    RedisLocks secondProcess(RedisConnectionFactory connectionFactory) {
        return RedisLocks.builder(connectionFactory).build();
    }
}
