package io.latchkey.engine;

import io.latchkey.spi.LockBackend;
import io.latchkey.spi.LockId;
import io.latchkey.spi.Owner;
import io.latchkey.spi.Reply;
import io.latchkey.spi.Standing;
import io.latchkey.spi.Ticket;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A backend whose every answer the test gives, when it likes. */
final class ScriptedBackend implements LockBackend {

    /**
     * A request that was made.
     *
     * @param owner whose request it is; null for renewals
     * @param tickets the places in line that it takes, keeps or gives up
     * @param entitled whether nobody in line comes before
     * @param answer completed by the test
     */
    record Request(
            String verb,
            @Nullable Owner owner,
            List<Ticket> tickets,
            boolean entitled,
            int size,
            CompletableFuture<Object> answer) {

        /** The last of the places; null for none. */
        @Nullable
        Ticket ticket() {
            return tickets.isEmpty() ? null : tickets.get(tickets.size() - 1);
        }

        void held(long token) {
            answer.complete(new Reply.Acquired(token));
        }

        void busy(Duration retryAfter) {
            answer.complete(new Reply.Busy(retryAfter, 17, "other:1:1"));
        }

        /** Held, for a kind with a place for each. */
        void held(long token, Standing standing) {
            answer.complete(new Reply.Acquired(token, standing));
        }

        /** Busy, for a kind with a place for each. */
        void busy(String holder, Standing standing) {
            answer.complete(new Reply.Busy(Duration.ofSeconds(1), standing, holder));
        }

        void gone() {
            answer.complete(new Reply.Gone());
        }

        void is(Object value) {
            answer.complete(value);
        }

        void fails(Throwable failure) {
            answer.completeExceptionally(failure);
        }

        long number() {
            return owner == null ? -1 : owner.acquisition();
        }
    }

    private final Duration gatheringTime;
    private final List<Request> requests = new CopyOnWriteArrayList<>();

    @Nullable
    RuntimeException thrown;

    WakeUps wakeUps = new WakeUps() {
        @Override
        public void forced(LockId lock) {}

        @Override
        public void wake(LockId lock) {}

        @Override
        public void wakeAll() {}
    };

    ScriptedBackend(Duration gatheringTime) {
        this.gatheringTime = gatheringTime;
    }

    /** The n-th request from 0, of those made so far. */
    Request request(int index) {
        return requests.get(index);
    }

    Request last() {
        return requests.get(requests.size() - 1);
    }

    /** Those of one verb, in their order. */
    List<Request> requests(String verb) {
        return requests.stream().filter(request -> request.verb().equals(verb)).toList();
    }

    List<String> verbs() {
        return requests.stream().map(Request::verb).toList();
    }

    private <T> CompletionStage<T> ask(String verb, @Nullable Owner owner, @Nullable Ticket ticket, int size) {
        return ask(verb, owner, ticket == null ? List.of() : List.of(ticket), false, size);
    }

    private <T> CompletionStage<T> ask(
            String verb, @Nullable Owner owner, List<Ticket> tickets, boolean entitled, int size) {
        if (thrown != null) {
            throw thrown;
        }
        Request request = new Request(verb, owner, tickets, entitled, size, new CompletableFuture<>());
        requests.add(request);
        @SuppressWarnings("unchecked")
        CompletionStage<T> answer = (CompletionStage<T>) request.answer;
        return answer;
    }

    @Override
    public Duration gatheringTime() {
        return gatheringTime;
    }

    @Override
    public CompletionStage<Reply> acquire(Acquisition acquisition) {
        return ask("acquire", acquisition.owner(), acquisition.tickets(), acquisition.entitled(), 1);
    }

    @Override
    public CompletionStage<Reply> pass(Owner from, Acquisition to) {
        return ask("pass", to.owner(), to.tickets(), to.entitled(), 1);
    }

    @Override
    public CompletionStage<BitSet> renew(List<Hold> holds, Duration leaseTime) {
        return ask("renew", null, null, holds.size());
    }

    @Override
    public CompletionStage<Boolean> release(Hold hold) {
        return ask("release", hold.owner(), null, 1);
    }

    @Override
    public CompletionStage<@Nullable Void> abandon(Hold hold, @Nullable Ticket ticket) {
        return ask("abandon", hold.owner(), ticket, 1);
    }

    @Override
    public CompletionStage<Boolean> forceRelease(LockId lock) {
        return ask("force", null, null, 1);
    }

    @Override
    public CompletionStage<List<Holder>> look(LockId lock) {
        return ask("look", null, null, 1);
    }

    @Override
    public Counters counters() {
        return new Counters() {
            @Override
            public CompletionStage<Optional<Integer>> permits(LockId semaphore) {
                return ask("permits", null, null, 1);
            }

            @Override
            public CompletionStage<@Nullable Void> resize(LockId semaphore, int permits) {
                return ask("resize", null, null, permits);
            }

            @Override
            public CompletionStage<Boolean> start(LockId latch, int count, Owner operation) {
                return ask("start", operation, null, count);
            }

            @Override
            public CompletionStage<@Nullable Void> countDown(LockId latch, Owner operation) {
                return ask("count down", operation, null, 1);
            }

            @Override
            public CompletionStage<Long> count(LockId latch) {
                return ask("count", null, null, 1);
            }
        };
    }

    @Override
    public void start(String process, WakeUps listener) {
        wakeUps = listener;
    }

    @Override
    public void close() {}
}
