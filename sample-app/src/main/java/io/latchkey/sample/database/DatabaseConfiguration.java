package io.latchkey.sample.database;

import io.latchkey.LockSpec;
import io.latchkey.LockTemplate;
import io.latchkey.sample.redis.RedisNames;
import java.time.Duration;
import javax.sql.DataSource;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.ClassPathResource;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

/** Provides a database where the user has named none, and its tables. */
@Configuration(proxyBeanMethods = false)
class DatabaseConfiguration {

    /** Not as patient as visitors: without Redis, somebody looks at a start that says nothing. */
    private static final LockSpec MAKING_TABLES = LockSpec.of("shop-schema").waitUpTo(Duration.ofSeconds(10));

    /** "false" stands for no value at all: any other means that the user has a database. */
    @Bean
    @ConditionalOnMissingBean(JdbcConnectionDetails.class)
    @ConditionalOnProperty(name = "spring.datasource.url", havingValue = "false", matchIfMissing = true)
    SharedDatabase sharedDatabase(StringRedisTemplate redis, RedisNames names, LockTemplate locks) {
        return new SharedDatabase(redis, names.of("database"), locks);
    }

    /** Several processes may start at once, and only one of them should be making tables. */
    @Bean
    Schema schema(DataSource database, LockTemplate locks) {
        return locks.execute(MAKING_TABLES, lease -> {
            new ResourceDatabasePopulator(new ClassPathResource("schema.sql")).execute(database);
            return new Schema();
        });
    }

    /** The tables are there. */
    static final class Schema {}
}
