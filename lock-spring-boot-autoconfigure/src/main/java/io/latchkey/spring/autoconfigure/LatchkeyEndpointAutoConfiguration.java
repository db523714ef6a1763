package io.latchkey.spring.autoconfigure;

import io.latchkey.Locks;
import io.latchkey.spring.actuate.LocksEndpoint;
import io.latchkey.spring.actuate.LocksEndpointProperties;
import io.latchkey.spring.actuate.LocksEndpointWebExtension;
import io.latchkey.spring.metrics.LockNames;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.SanitizingFunction;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;

/** Shows the locks at {@code /actuator/locks} where the actuator is there and the endpoint is exposed. */
@AutoConfiguration(after = {LatchkeyAutoConfiguration.class, LatchkeyObservabilityAutoConfiguration.class})
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnAvailableEndpoint(LocksEndpoint.class)
@ConditionalOnBean({Locks.class, LockNames.class})
@EnableConfigurationProperties(LocksEndpointProperties.class)
public final class LatchkeyEndpointAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    LocksEndpoint locksEndpoint(
            ObjectProvider<Locks> locks,
            LockNames names,
            ObjectProvider<SanitizingFunction> sanitizers,
            ApplicationEventPublisher events,
            LocksEndpointProperties properties) {
        return new LocksEndpoint(
                () -> locks.stream().toList(), names, sanitizers.orderedStream().toList(), events, properties);
    }

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnBean(LocksEndpoint.class)
    LocksEndpointWebExtension locksEndpointWebExtension(LocksEndpoint endpoint) {
        return new LocksEndpointWebExtension(endpoint);
    }
}
