package io.latchkey.redis;

import io.latchkey.redis.KindScripts.Verb;
import io.latchkey.spi.LockBackend;
import io.latchkey.spi.LockId;
import io.latchkey.spi.LockKind;
import io.latchkey.spi.Owner;
import io.latchkey.spi.Reply;
import io.latchkey.spi.Ticket;
import io.lettuce.core.cluster.SlotHash;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Locks in Redis: each verb is one script. */
final class RedisBackend implements LockBackend {

    private static final Logger log = LoggerFactory.getLogger(RedisBackend.class);

    /** About ten round trips. */
    private static final Duration GATHERING = Duration.ofMillis(5);

    private final RedisLink link;
    private final RedisKeys keys;
    private final Duration commandTimeout;
    private final byte[] fairWaiterTimeout;
    private final Counters counters = new RedisCounters();
    private final @Nullable ReplicatedLanes lanes;
    /** Runs what may grant something. */
    private final ScriptRunner grants;

    private @Nullable WakeUpSource wakeUpSource;

    RedisBackend(
            RedisLink link,
            RedisKeys keys,
            Duration commandTimeout,
            Duration fairWaiterTimeout,
            ReplicaPolicy replicas) {
        this.link = link;
        this.keys = keys;
        this.commandTimeout = commandTimeout;
        this.fairWaiterTimeout = Arguments.millis(fairWaiterTimeout);
        this.lanes = replicas.isOn() ? link.lanes(replicas) : null;
        this.grants = lanes == null ? link : new ReplicatedScripts(lanes, link, commandTimeout);
    }

    @Override
    public void start(String process, WakeUps wakeUps) {
        WakeUpSource source = link.wakeUps(keys, new WakeUpMessages(keys, process, wakeUps));
        wakeUpSource = source;
        link.start(
                KindScripts::ofEach,
                () -> {
                    CompletionStage<?> answered = link.advise(keys);
                    source.open();
                    if (lanes != null) {
                        lanes.open();
                    }
                    // Behind all the scripts, so that none is sent for the first time with a lock.
                    Advisor.await(answered, commandTimeout);
                },
                commandTimeout.toMillis());
    }

    @Override
    public Duration gatheringTime() {
        return GATHERING;
    }

    @Override
    public CompletionStage<Reply> acquire(Acquisition acquisition) {
        LockKind kind = acquisition.lock().kind();
        byte[][] lockKeys = keys.all(acquisition.lock());
        if (acquisition.ticket() != null) {
            expectWakeUp(lockKeys);
        }
        byte[][] args = kind.isShared()
                ? Arguments.shared(acquisition)
                : kind.hasPlaceEach()
                        ? withPlaces(acquisition, Arguments.asked(acquisition))
                        : Arguments.brief(acquisition);
        return grants.run(script(acquisition.lock(), Verb.ACQUIRE), lockKeys, args)
                .thenApply(Replies::reply);
    }

    @Override
    public CompletionStage<Reply> pass(Owner from, Acquisition to) {
        byte[][] args = Arguments.asked(
                to,
                Arguments.ascii(from.id()),
                Arguments.number(from.acquisition()),
                uncounted(),
                Arguments.number(to.entitled() ? 1 : 0));
        byte[][] lockKeys = keys.all(to.lock());
        expectWakeUp(lockKeys);
        boolean places = to.lock().kind().hasPlaceEach();
        return grants.run(script(to.lock(), Verb.PASS), lockKeys, places ? withPlaces(to, args) : args)
                .thenApply(Replies::reply);
    }

    /** What only scripts of kinds with a place for each are told: how long a place is kept, and all tickets but the last. */
    private byte[][] withPlaces(Acquisition acquisition, byte[][] args) {
        List<Ticket> tickets = acquisition.tickets();
        int before = Math.max(0, tickets.size() - 1);
        byte[][] more = Arrays.copyOf(args, args.length + 1 + 2 * before);
        more[args.length] = fairWaiterTimeout;
        for (int i = 0; i < before; i++) {
            more[args.length + 1 + 2 * i] = Arguments.ticket(tickets.get(i));
            more[args.length + 2 + 2 * i] = Arguments.number(tickets.get(i).arrival());
        }
        return more;
    }

    /** All locks of a kind that has scripts for it; on a cluster, those in one slot. */
    @Override
    public @Nullable Object reach(LockId lock) {
        KindScripts kind = KindScripts.of(lock.kind());
        if (!kind.takeTogether()) {
            return null;
        }
        return link.isCluster() ? List.of(kind, place(lock)) : kind;
    }

    @Override
    public void together(Runnable requests) {
        if (lanes == null) {
            requests.run();
        } else {
            lanes.together(requests);
        }
    }

    @Override
    public CompletionStage<List<Reply>> acquireTogether(List<Acquisition> acquisitions) {
        Acquisition first = acquisitions.get(0);
        Owner owner = first.owner();
        return grants.run(
                        script(first.lock(), Verb.ACQUIREALL),
                        keys.each(acquisitions.stream().map(Acquisition::lock).toList(), 0, 2),
                        Arguments.ascii(owner.id()),
                        Arguments.ascii(owner.process()),
                        Arguments.number(owner.acquisition()),
                        Arguments.millis(first.leaseTime()))
                .thenApply(reply -> Replies.each(reply, acquisitions.size()));
    }

    @Override
    public CompletionStage<BitSet> releaseTogether(List<Hold> holds) {
        Hold first = holds.get(0);
        return link.run(
                        script(first.lock(), Verb.RELEASEALL),
                        keys.each(holds.stream().map(Hold::lock).toList(), 0, 1, 2),
                        releasing(first.owner(), lastToken(holds)))
                .thenApply(reply -> Replies.held(reply, holds.size()));
    }

    /** No lower than that of any of them; 0 when one is not known. */
    private static long lastToken(List<Hold> holds) {
        long last = 0;
        for (Hold hold : holds) {
            if (hold.lastToken() == 0) {
                return 0;
            }
            last = Math.max(last, hold.lastToken());
        }
        return last;
    }

    /** On a cluster, the slot: a script reaches the keys of one. */
    @Override
    public int place(LockId lock) {
        return link.isCluster() ? SlotHash.getSlot(keys.lock(lock)) : 0;
    }

    @Override
    public CompletionStage<BitSet> renew(List<Hold> holds, Duration leaseTime) {
        byte[][] locks = new byte[holds.size()][];
        byte[][] args = new byte[holds.size() + 1][];
        args[0] = Arguments.millis(leaseTime);
        for (int i = 0; i < locks.length; i++) {
            locks[i] = keys.lock(holds.get(i).lock());
            args[i + 1] = Arguments.ascii(holds.get(i).owner().id());
        }
        return link.run(script(holds.get(0).lock(), Verb.RENEW), locks, args)
                .thenApply(reply -> Replies.held(reply, holds.size()));
    }

    @Override
    public CompletionStage<Boolean> release(Hold hold) {
        return link.run(
                        script(hold.lock(), Verb.RELEASE),
                        keys.all(hold.lock()),
                        releasing(hold.owner(), hold.lastToken()))
                .thenApply(reply -> Replies.number(reply, 0) == 1);
    }

    @Override
    public CompletionStage<@Nullable Void> abandon(Hold hold, @Nullable Ticket ticket) {
        return link.run(
                        script(hold.lock(), Verb.ABANDON),
                        keys.all(hold.lock()),
                        ending(hold.owner(), Arguments.ticket(ticket)))
                .thenApply(reply -> null);
    }

    @Override
    public CompletionStage<Boolean> forceRelease(LockId lock) {
        return link.run(script(lock, Verb.FORCE), keys.all(lock), waking())
                .thenApply(reply -> Replies.number(reply, 0) == 1);
    }

    @Override
    public CompletionStage<List<Holder>> look(LockId lock) {
        return link.run(script(lock, Verb.LOOK), new byte[][] {keys.lock(lock)}).thenApply(reply -> {
            List<Holder> holders = new ArrayList<>(reply.size() / 2);
            for (int i = 0; i < reply.size(); i += 2) {
                long remaining = Replies.number(reply, i + 1);
                holders.add(new Holder(
                        Replies.text(reply, i),
                        remaining < 0 ? Duration.ofSeconds(Long.MAX_VALUE) : Duration.ofMillis(remaining)));
            }
            return holders;
        });
    }

    @Override
    public String place() {
        return link.address() + "/" + keys.prefix();
    }

    @Override
    public Object store() {
        return List.of(link.data(), keys.prefix());
    }

    @Override
    public Counters counters() {
        return counters;
    }

    private final class RedisCounters implements Counters {

        @Override
        public CompletionStage<Optional<Integer>> permits(LockId semaphore) {
            return link.run(script(semaphore, Verb.LIMIT), new byte[][] {keys.all(semaphore)[3]})
                    .thenApply(
                            reply -> reply.isEmpty() ? Optional.empty() : Optional.of((int) Replies.number(reply, 0)));
        }

        @Override
        public CompletionStage<@Nullable Void> resize(LockId semaphore, int permits) {
            return link.run(script(semaphore, Verb.RESIZE), keys.all(semaphore), waking(Arguments.number(permits)))
                    .thenApply(reply -> null);
        }

        @Override
        public CompletionStage<Boolean> start(LockId latch, int count, Owner operation) {
            return link.run(
                            script(latch, Verb.START),
                            keys.all(latch),
                            Arguments.ascii(operation.id()),
                            Arguments.number(count))
                    .thenApply(reply -> Replies.number(reply, 0) == 1);
        }

        @Override
        public CompletionStage<@Nullable Void> countDown(LockId latch, Owner operation) {
            return link.run(script(latch, Verb.COUNTDOWN), keys.all(latch), Arguments.ascii(operation.id()))
                    .thenApply(reply -> null);
        }

        @Override
        public CompletionStage<Long> count(LockId latch) {
            return link.run(script(latch, Verb.LOOK), new byte[][] {keys.lock(latch)})
                    .thenApply(reply -> Replies.number(reply, 0));
        }
    }

    @Override
    public void close() {
        // The link first: it interrupts whoever is still connecting or subscribing, and the subscription waits for
        // them.
        link.close();
        if (wakeUpSource != null) {
            wakeUpSource.close();
        }
        if (lanes != null) {
            lanes.close();
        }
    }

    private Script script(LockId lock, Verb verb) {
        return KindScripts.of(lock.kind()).get(verb);
    }

    private void expectWakeUp(byte[][] lockKeys) {
        try {
            if (wakeUpSource != null) {
                wakeUpSource.expect(lockKeys[0]);
            }
        } catch (RuntimeException e) {
            // The connection factory is stopped. The request itself says so.
            log.debug("wake-ups cannot be listened for", e);
        }
    }

    /** Arguments of a script that releases; the last token is left out where it is not known, and nothing comes after it. */
    private byte[][] releasing(Owner owner, long lastToken) {
        byte[][] args = ending(owner, Arguments.number(lastToken));
        return lastToken == 0 && uncounted() == Arguments.ZERO ? Arrays.copyOf(args, args.length - 1) : args;
    }

    /** Arguments of a script that ends what an owner has. */
    private byte[][] ending(Owner owner, byte[] more) {
        return waking(
                Arguments.ascii(owner.id()),
                Arguments.ascii(owner.process()),
                Arguments.number(owner.acquisition()),
                more);
    }

    /** Arguments of a script that may wake somebody, told so where it must not count who heard it. */
    private byte[][] waking(byte[]... args) {
        if (uncounted() == Arguments.ZERO) {
            return args;
        }
        byte[][] all = Arrays.copyOf(args, args.length + 1);
        all[args.length] = Arguments.ONE;
        return all;
    }

    /** Whether scripts must not conclude from a message nobody received that nobody is there. */
    private byte[] uncounted() {
        return wakeUpSource != null && wakeUpSource.isCounted() ? Arguments.ZERO : Arguments.ONE;
    }
}
