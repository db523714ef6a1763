package io.latchkey.spring.autoconfigure;

import io.lettuce.core.resource.ClientResources;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * The connections to the nodes of red locks. They are not beans of their own: an application's own connection factory
 * must stay the only one there is.
 */
final class RedLockConnections implements AutoCloseable {

    private final List<LettuceConnectionFactory> factories;

    RedLockConnections(List<String> nodes, @Nullable ClientResources threads) {
        this.factories = nodes.stream()
                .map(address -> RedLockNode.connect(address, threads))
                .toList();
    }

    List<LettuceConnectionFactory> factories() {
        return factories;
    }

    /** Called after the locks have been closed, as they are made from it. */
    @Override
    public void close() {
        factories.forEach(LettuceConnectionFactory::destroy);
    }
}
