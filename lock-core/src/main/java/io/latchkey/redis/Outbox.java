package io.latchkey.redis;

import static java.util.Objects.requireNonNull;

import io.lettuce.core.RedisFuture;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.NestedMultiOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Scripts on their way to one server. What is sent while the connection's thread is busy goes together, as one command that
 * runs one script after the other; that spares client and server most of what a command costs them.
 *
 * <p>Nothing waits for others to come. An envelope is handed to Lettuce when there is a first letter for it, and it is
 * sealed when Lettuce comes to write it to the network: at once where the thread is idle, and with all that was
 * added meanwhile where it is not.
 */
final class Outbox {

    /** More spare more, but then client and server take turns instead of working side by side. */
    static final int MOST_TOGETHER = 4;

    private final RedisClusterAsyncCommands<byte[], byte[]> commands;
    private final AtomicReference<@Nullable Envelope> last = new AtomicReference<>();

    Outbox(RedisClusterAsyncCommands<byte[], byte[]> commands) {
        this.commands = commands;
    }

    /**
     * Runs a script, together with others if that may be.
     *
     * @param meaning what a failure is to be called
     */
    CompletionStage<List<Object>> send(ScriptCall call, UnaryOperator<Throwable> meaning) {
        Letter letter = new Letter(call, meaning);
        if (call.each() == null) {
            // What comes after it must not go before it.
            last.set(null);
            new Envelope(letter).send();
            return letter.answer;
        }
        while (true) {
            Envelope open = last.get();
            if (open != null && open.add(letter)) {
                return letter.answer;
            }
            Envelope next = new Envelope(letter);
            if (last.compareAndSet(open, next)) {
                next.send();
                return letter.answer;
            }
        }
    }

    /** One script and who waits for its answer. */
    private final class Letter {

        private final ScriptCall call;
        private final UnaryOperator<Throwable> meaning;
        private final CompletableFuture<List<Object>> answer = new CompletableFuture<>();

        Letter(ScriptCall call, UnaryOperator<Throwable> meaning) {
            this.call = call;
            this.meaning = meaning;
        }

        @SuppressWarnings("unchecked")
        void answered(@Nullable Object reply) {
            if (reply == null) {
                // What went wrong is told where it goes alone; it may be run twice.
                sendAlone();
            } else {
                answer.complete(reply instanceof List<?> list ? (List<Object>) list : List.of(reply));
            }
        }

        void sendAlone() {
            try {
                call.run(commands, Supplier::get, meaning).whenComplete((reply, failure) -> {
                    if (failure == null) {
                        answer.complete(reply);
                    } else {
                        answer.completeExceptionally(failure);
                    }
                });
            } catch (RuntimeException e) {
                fail(e);
            }
        }

        void fail(Throwable failure) {
            answer.completeExceptionally(meaning.apply(failure));
        }
    }

    /** The arguments of a command that Lettuce asks for when it writes it, and not before. */
    private final class Envelope extends CommandArgs<byte[], byte[]> {

        private final Letter first;
        /** All letters; guarded by this, as is the content. */
        private @Nullable List<Letter> several;

        private @Nullable Wire content;

        Envelope(Letter first) {
            super(ByteArrayCodec.INSTANCE);
            this.first = first;
        }

        /** False when it is sealed or full, or the letter is not for the same script. */
        synchronized boolean add(Letter letter) {
            if (content != null || letter.call.each() != first.call.each()) {
                return false;
            }
            if (several == null) {
                several = new ArrayList<>(MOST_TOGETHER);
                several.add(first);
            }
            return several.size() < MOST_TOGETHER && several.add(letter);
        }

        void send() {
            RedisFuture<List<Object>> reply;
            try {
                reply = commands.dispatch(CommandType.EVALSHA, new NestedMultiOutput<>(ByteArrayCodec.INSTANCE), this);
            } catch (RuntimeException e) {
                failed(e);
                return;
            }
            reply.whenComplete((replies, failure) -> {
                if (failure == null) {
                    answered(replies);
                } else {
                    failed(failure);
                }
            });
        }

        @Override
        public int count() {
            return content().count();
        }

        @Override
        public void encode(ByteBuf buffer) {
            content().writeTo(buffer);
        }

        /** Seals it. Lettuce writes a command again after the connection was lost, and then the same. */
        private synchronized Wire content() {
            if (content == null) {
                content = several == null
                        ? first.call.arguments()
                        : ScriptCall.together(
                                requireNonNull(first.call.each()),
                                several.stream().map(letter -> letter.call).toList());
            }
            return content;
        }

        private void answered(List<Object> replies) {
            List<Letter> letters = letters();
            if (letters.size() == 1) {
                first.answer.complete(replies);
                return;
            }
            for (int i = 0; i < letters.size(); i++) {
                letters.get(i).answered(replies.get(i));
            }
        }

        private void failed(Throwable failure) {
            List<Letter> letters = letters();
            if (ScriptCall.isUnknown(failure)) {
                // The server was restarted, or told to forget.
                letters.forEach(Letter::sendAlone);
                if (letters.size() > 1) {
                    commands.scriptLoad(requireNonNull(first.call.each()).source());
                }
            } else {
                letters.forEach(letter -> letter.fail(failure));
            }
        }

        /** All that are in it, and will be: it may come to an end without having been written. */
        private synchronized List<Letter> letters() {
            content();
            return several == null ? List.of(first) : several;
        }
    }
}
