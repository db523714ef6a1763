package io.latchkey.sample.database;

import io.latchkey.LockTemplate;
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

    /** "false" stands for no value at all: any other means that the user has a database. */
    @Bean
    @ConditionalOnMissingBean(JdbcConnectionDetails.class)
    @ConditionalOnProperty(name = "spring.datasource.url", havingValue = "false", matchIfMissing = true)
    SharedDatabase sharedDatabase(StringRedisTemplate redis, LockTemplate locks) {
        return new SharedDatabase(redis, locks);
    }

    /** Several processes may start at once, and only one of them should be making tables. */
    @Bean
    Schema schema(DataSource database, LockTemplate locks) {
        locks.execute("shop-schema", () -> new ResourceDatabasePopulator(new ClassPathResource("schema.sql"))
                .execute(database));
        return new Schema();
    }

    /** The tables are there. */
    static final class Schema {}
}
