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
import org.jspecify.annotations.Nullable;

/** One call of a script. */
final class ScriptCall {

    /** How many arguments a call may have that goes with others; their number is told in one character. */
    private static final int MOST_ARGUMENTS = 70;

    private final Script script;
    private final byte[][] keys;
    private final byte[][] args;

    /** The keys must be of one slot. */
    ScriptCall(Script script, byte[][] keys, byte[][] args) {
        this.script = script;
        this.keys = keys;
        this.args = args;
    }

    /** The script that runs this one and others in one go; null where it has to go alone. */
    @Nullable
    Script each() {
        return args.length <= MOST_ARGUMENTS ? script.each() : null;
    }

    /** What {@code EVALSHA} is told. */
    Wire arguments() {
        return new Wire()
                .add(script.digestBytes())
                .add(keys.length)
                .addAll(keys)
                .addAll(args);
    }

    /** What it is told to have several calls run, in this order, by a script that is for each of them. */
    static Wire together(Script each, List<ScriptCall> calls) {
        byte[] requests = new byte[2 * calls.size()];
        int keys = 0;
        for (int i = 0; i < calls.size(); i++) {
            ScriptCall call = calls.get(i);
            requests[2 * i] = (byte) call.script.letter();
            requests[2 * i + 1] = (byte) ('0' + call.args.length);
            keys += call.keys.length;
        }
        Wire all = new Wire().add(each.digestBytes()).add(keys);
        calls.forEach(call -> all.addAll(call.keys));
        all.add(requests);
        calls.forEach(call -> all.addAll(call.args));
        return all;
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
                    } else if (isUnknown(failure)) {
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

    /** Whether the server does not know the script, as after a restart, and so did nothing. */
    static boolean isUnknown(Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        return cause instanceof RedisNoScriptException;
    }
}
