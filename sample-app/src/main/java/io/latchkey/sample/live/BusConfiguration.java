package io.latchkey.sample.live;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.core.task.SyncTaskExecutor;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.listener.ChannelTopic;
import org.springframework.data.redis.listener.RedisMessageListenerContainer;

/** Listens to the other processes. */
@Configuration(proxyBeanMethods = false)
class BusConfiguration {

    @Bean
    RedisMessageListenerContainer otherProcesses(RedisConnectionFactory redis, Bus bus) {
        RedisMessageListenerContainer container = new RedisMessageListenerContainer();
        container.setConnectionFactory(redis);
        container.setSubscriptionExecutor(new SimpleAsyncTaskExecutor("subscription-"));
        // On the thread they come in, one after the other: the bus only puts them aside.
        container.setTaskExecutor(new SyncTaskExecutor());
        container.addMessageListener(bus, new ChannelTopic(bus.channel()));
        return container;
    }
}
