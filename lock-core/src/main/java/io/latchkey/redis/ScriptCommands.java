package io.latchkey.redis;

import io.lettuce.core.RedisFuture;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.util.List;

/** How scripts are sent. */
interface ScriptCommands {

    /** Runs a script that the server knows. */
    RedisFuture<List<Object>> evalsha(String digest, byte[][] keys, byte[][] args);

    /** Runs a script by its text. */
    RedisFuture<List<Object>> eval(byte[] source, byte[][] keys, byte[][] args);

    /** Each by itself. */
    static ScriptCommands of(RedisClusterAsyncCommands<byte[], byte[]> commands) {
        return new ScriptCommands() {
            @Override
            public RedisFuture<List<Object>> evalsha(String digest, byte[][] keys, byte[][] args) {
                return commands.evalsha(digest, ScriptOutputType.MULTI, keys, args);
            }

            @Override
            public RedisFuture<List<Object>> eval(byte[] source, byte[][] keys, byte[][] args) {
                return commands.eval(source, ScriptOutputType.MULTI, keys, args);
            }
        };
    }
}
