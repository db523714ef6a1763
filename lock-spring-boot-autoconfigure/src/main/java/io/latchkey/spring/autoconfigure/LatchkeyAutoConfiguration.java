package io.latchkey.spring.autoconfigure;

import io.latchkey.LockListener;
import io.latchkey.LockTemplate;
import io.latchkey.Locks;
import io.latchkey.memory.InMemoryLocks;
import io.latchkey.redis.RedLockConnections;
import io.latchkey.redis.RedisLocks;
import io.latchkey.spring.autoconfigure.LatchkeyProperties.Backend;
import io.latchkey.spring.reactive.ReactiveLockTemplate;
import io.lettuce.core.RedisURI;
import io.lettuce.core.resource.ClientResources;
import java.util.List;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/** Sets up the locks and a {@link LockTemplate}; each makes way for a bean of the application's own. */
@AutoConfiguration(
        afterName = {
            // Spring Boot 4, then 3
            "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration",
            "org.springframework.boot.autoconfigure.data.redis.RedisAutoConfiguration"
        })
@ConditionalOnLatchkeyEnabled
@EnableConfigurationProperties(LatchkeyProperties.class)
public final class LatchkeyAutoConfiguration {

    /** For nested configurations that make locks: the one without an order asks whether there are any. */
    private static final int FIRST = 0;

    @Bean
    LocksShutdown latchkeyLocksShutdown(ConfigurableApplicationContext context) {
        return new LocksShutdown(context);
    }

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnSingleCandidate(Locks.class)
    LockTemplate latchkeyLockTemplate(Locks locks, LatchkeyProperties properties) {
        return new LockTemplate(locks, properties.waitTime());
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "reactor.core.publisher.Mono")
    static final class ReactiveConfiguration {

        @Bean
        @ConditionalOnMissingBean
        @ConditionalOnSingleCandidate(Locks.class)
        ReactiveLockTemplate latchkeyReactiveLockTemplate(Locks locks, LatchkeyProperties properties) {
            return new ReactiveLockTemplate(locks, properties.waitTime());
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Order(FIRST)
    @ConditionalOnBackend(Backend.REDIS)
    static final class RedisConfiguration {

        /** Not a connection factory each: the application's own must stay the only one there is. */
        @Bean
        @ConditionalOnMissingBean(Locks.class)
        RedLockConnections latchkeyRedLockConnections(
                LatchkeyProperties properties, ObjectProvider<ClientResources> resources) {
            List<RedisURI> nodes =
                    properties.redLock().nodes().stream().map(RedisURI::create).toList();
            return RedLockConnections.to(nodes, resources.getIfUnique());
        }

        @Bean
        @ConditionalOnMissingBean(Locks.class)
        RedisLocks latchkeyLocks(
                LatchkeyProperties properties,
                ObjectProvider<RedisConnectionFactory> connectionFactory,
                RedLockConnections redLockConnections,
                ObjectProvider<LockListener> listeners,
                BeanFactory beans) {
            RedisLocks.Builder builder = RedisLocks.builder(
                            connectionFactory.getIfAvailable(RedisConfiguration::noConnectionFactory))
                    .keyPrefix(properties.keyPrefix())
                    .leaseTime(properties.leaseTime())
                    .commandTimeout(properties.redis().commandTimeout())
                    .replicas(properties.redis().replicas(), properties.redis().replicaTimeout())
                    .fairWaiterTimeout(properties.fair().waiterTimeout())
                    .redLockNodes(redLockConnections.factories())
                    .redLockNodeTimeout(properties.redLock().nodeTimeout())
                    .connectInBackground();
            listeners.orderedStream().forEach(builder::listener);
            CallbackExecutor.find(properties, beans).ifPresent(builder::callbackExecutor);
            return builder.build();
        }

        private static RedisConnectionFactory noConnectionFactory() {
            throw new MissingConnectionFactoryException();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Order(FIRST)
    @ConditionalOnBackend(Backend.IN_MEMORY)
    static final class InMemoryConfiguration {

        @Bean
        @ConditionalOnMissingBean(Locks.class)
        InMemoryLocks latchkeyLocks(
                LatchkeyProperties properties, ObjectProvider<LockListener> listeners, BeanFactory beans) {
            InMemoryLocks.Builder builder = InMemoryLocks.builder().leaseTime(properties.leaseTime());
            listeners.orderedStream().forEach(builder::listener);
            CallbackExecutor.find(properties, beans).ifPresent(builder::callbackExecutor);
            return builder.build();
        }
    }
}
