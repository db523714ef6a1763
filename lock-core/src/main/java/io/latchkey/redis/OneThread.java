package io.latchkey.redis;

import io.lettuce.core.RedisURI;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultEventLoopGroupProvider;
import io.lettuce.core.resource.EventLoopGroupProvider;
import io.lettuce.core.resource.SocketAddressResolver;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A thread of its own for several clients of Lettuce, which have all else in common with others. */
final class OneThread implements AutoCloseable {

    private static final long PATIENCE_SECONDS = 2;

    private final @Nullable ClientResources own;
    private final EventLoopGroupProvider thread = new DefaultEventLoopGroupProvider(1);
    private final ClientResources resources;

    /** @param shared what there is already; null for all of its own */
    OneThread(@Nullable ClientResources shared) {
        ClientResources all = shared == null ? ClientResources.create() : shared;
        this.own = shared == null ? all : null;
        // What is named here again is thereby lent: it does not end with the copy.
        this.resources = all.mutate()
                .eventExecutorGroup(all.eventExecutorGroup())
                .timer(all.timer())
                .commandLatencyRecorder(all.commandLatencyRecorder())
                .socketAddressResolver(new LookUps(all.socketAddressResolver()))
                .eventLoopGroupProvider(thread)
                .build();
    }

    ClientResources resources() {
        return resources;
    }

    @Override
    public void close() {
        await(resources.shutdown(0, PATIENCE_SECONDS, TimeUnit.SECONDS));
        await(thread.shutdown(0, PATIENCE_SECONDS, TimeUnit.SECONDS));
        if (own != null) {
            await(own.shutdown(0, PATIENCE_SECONDS, TimeUnit.SECONDS));
        }
    }

    private static void await(Future<?> ending) {
        ending.awaitUninterruptibly(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    /**
     * Looks names up on the thread that asks for an address. Left to Lettuce's connection, that would be the one thread: a name server that
     * does not answer for one of the servers would keep it from all of them.
     */
    private static final class LookUps extends SocketAddressResolver {

        private final SocketAddressResolver before;

        LookUps(SocketAddressResolver before) {
            this.before = before;
        }

        @Override
        public SocketAddress resolve(RedisURI server) {
            SocketAddress address = before.resolve(server);
            return address instanceof InetSocketAddress named && named.isUnresolved()
                    ? new InetSocketAddress(named.getHostString(), named.getPort())
                    : address;
        }
    }
}
