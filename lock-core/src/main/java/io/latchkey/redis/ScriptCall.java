package io.latchkey.redis;

import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisNoScriptException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** One call of a script. */
final class ScriptCall {

    private final Script script;
    private final byte[][] keys;
    private final byte[][] args;

    /** The keys must be of one slot. */
    ScriptCall(Script script, byte[][] keys, byte[][] args) {
        this.script = script;
        this.keys = keys;
        this.args = args;
    }

    /** How a command reaches the server. */
    interface Sender {

        CompletionStage<List<Object>> send(Supplier<RedisFuture<List<Object>>> command);
    }

    /** Runs the script by its digest, or by its text where the server does not know it. */
    CompletionStage<List<Object>> run(ScriptCommands commands, Sender sender) {
        return sender.send(() -> commands.evalsha(script.digest(), keys, args))
                .handle((reply, failure) -> {
                    if (failure == null) {
                        return CompletableFuture.completedFuture(reply);
                    }
                    return unwrapped(failure) instanceof RedisNoScriptException
                            ? sender.send(() -> commands.eval(script.source(), keys, args))
                            : CompletableFuture.<List<Object>>failedFuture(failure);
                })
                .thenCompose(answer -> answer);
    }

    private static Throwable unwrapped(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }
}
