package io.latchkey.redis;

import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.NestedMultiOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.netty.util.internal.ThreadExecutorMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Scripts on their way to one server. Lettuce writes each command to the network by itself, also when its thread has several
 * to write; here those that came while that thread was busy go out together, which spares client and server most of what
 * a command costs them. Nothing waits for others to come: who finds the thread idle is sent at once.
 */
final class Outbox implements ScriptCommands {

    private final StatefulRedisConnection<byte[], byte[]> connection;
    private final Queue<AsyncCommand<byte[], byte[], List<Object>>> waiting = new ConcurrentLinkedQueue<>();
    /** Whether somebody is about to send what waits. */
    private final AtomicBoolean due = new AtomicBoolean();
    /** The connection's thread; known from the first answer on, and another after it was connected again. */
    private volatile @Nullable Executor thread;

    Outbox(StatefulRedisConnection<byte[], byte[]> connection) {
        this.connection = connection;
    }

    @Override
    public RedisFuture<List<Object>> evalsha(String digest, byte[][] keys, byte[][] args) {
        return send(CommandType.EVALSHA, new CommandArgs<>(ByteArrayCodec.INSTANCE).add(digest), keys, args);
    }

    @Override
    public RedisFuture<List<Object>> eval(byte[] source, byte[][] keys, byte[][] args) {
        return send(CommandType.EVAL, new CommandArgs<>(ByteArrayCodec.INSTANCE).add(source), keys, args);
    }

    private RedisFuture<List<Object>> send(
            CommandType type, CommandArgs<byte[], byte[]> script, byte[][] keys, byte[][] args) {
        AsyncCommand<byte[], byte[], List<Object>> command = new AsyncCommand<>(new Command<>(
                type,
                new NestedMultiOutput<>(ByteArrayCodec.INSTANCE),
                script.add(keys.length).addKeys(keys).addValues(args)));
        command.whenComplete((reply, failure) -> answered());
        waiting.add(command);
        if (!due.get() && due.compareAndSet(false, true)) {
            start();
        }
        return command;
    }

    private void answered() {
        Executor current = ThreadExecutorMap.currentExecutor();
        if (current != null && current != thread) {
            thread = current;
        }
    }

    private void start() {
        Executor known = thread;
        if (known == null) {
            sendAll();
            return;
        }
        try {
            known.execute(this::sendAll);
        } catch (RejectedExecutionException e) {
            // It has ended, with its connection or without.
            thread = null;
            sendAll();
        }
    }

    private void sendAll() {
        due.set(false);
        List<AsyncCommand<byte[], byte[], List<Object>>> together = new ArrayList<>();
        for (var next = waiting.poll(); next != null; next = waiting.poll()) {
            together.add(next);
        }
        try {
            if (together.size() == 1) {
                connection.dispatch(together.get(0));
            } else if (!together.isEmpty()) {
                connection.dispatch(together);
            }
        } catch (RuntimeException e) {
            together.forEach(command -> command.completeExceptionally(e));
        }
    }
}
