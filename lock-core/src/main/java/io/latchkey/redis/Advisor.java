package io.latchkey.redis;

import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Tells the operator at the start what can be seen to be unwise; a server that does not tell is left in peace. */
final class Advisor {

    private static final Logger log = LoggerFactory.getLogger(Advisor.class);
    private static final Script RIGHTS = new ScriptReader().read("server", "rights");

    private final RedisConnectionFactory factory;
    private final RedisClusterAsyncCommands<byte[], byte[]> commands;

    Advisor(RedisConnectionFactory factory, RedisClusterAsyncCommands<byte[], byte[]> commands) {
        this.factory = factory;
        this.commands = commands;
    }

    /** Asks the server for its facts. Completes when it has answered, also if it refused. */
    CompletionStage<?> advise(RedisKeys keys) {
        ServerAdvice.onFrozenMaster(isSentinel(), isTopologyFollowed()).ifPresent(log::warn);
        commands.info("memory").thenAccept(info -> ServerAdvice.onEviction(info).ifPresent(log::warn));
        if (isSentinel()) {
            commands.info("replication")
                    .thenAccept(info -> ServerAdvice.onLonelyMaster(info).ifPresent(log::warn));
        }
        byte[][] sample = {keys.sample()};
        return commands.<List<Object>>eval(RIGHTS.source(), ScriptOutputType.MULTI, sample, keys.channel("sample"))
                .thenAccept(missing -> ServerAdvice.onMissingRights(missing).ifPresent(log::warn))
                .exceptionally(refused -> null);
    }

    /** Waits for the server's answer, but not for long: locks work without. */
    static void await(CompletionStage<?> answered, Duration limit) {
        try {
            answered.toCompletableFuture().get(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            log.debug("the server did not tell about itself", e);
        }
    }

    private boolean isSentinel() {
        return factory instanceof LettuceConnectionFactory lettuce && lettuce.isRedisSentinelAware();
    }

    /** Lettuce watches what the sentinels say when it may read from replicas, and only then. */
    private boolean isTopologyFollowed() {
        return factory instanceof LettuceConnectionFactory lettuce
                && lettuce.getClientConfiguration().getReadFrom().isPresent();
    }
}
