package io.latchkey.redis;

import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

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

    /**
     * Runs the script by its digest, or by its text where the server does not know it.
     *
     * @param meaning what a failure is to be called
     */
    CompletionStage<List<Object>> run(
            RedisClusterAsyncCommands<byte[], byte[]> commands, Sender sender, UnaryOperator<Throwable> meaning) {
        CompletableFuture<List<Object>> answer = new CompletableFuture<>();
        sender.send(() -> commands.evalsha(script.digest(), ScriptOutputType.MULTI, keys, args))
                .whenComplete((reply, failure) -> {
                    if (failure == null) {
                        answer.complete(reply);
                    } else if (unwrapped(failure) instanceof RedisNoScriptException) {
                        runText(commands, sender, meaning, answer);
                    } else {
                        answer.completeExceptionally(meaning.apply(failure));
                    }
                });
        return answer;
    }

    private void runText(
            RedisClusterAsyncCommands<byte[], byte[]> commands,
            Sender sender,
            UnaryOperator<Throwable> meaning,
            CompletableFuture<List<Object>> answer) {
        try {
            sender.send(() -> commands.eval(script.source(), ScriptOutputType.MULTI, keys, args))
                    .whenComplete((reply, failure) -> {
                        if (failure == null) {
                            answer.complete(reply);
                        } else {
                            answer.completeExceptionally(meaning.apply(failure));
                        }
                    });
        } catch (RuntimeException e) {
            answer.completeExceptionally(meaning.apply(e));
        }
    }

    private static Throwable unwrapped(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }
}
