package io.latchkey.redis;

import static java.util.Objects.requireNonNull;

import io.latchkey.redis.KindScripts.Verb;
import io.latchkey.spi.LockBackend;
import io.latchkey.spi.LockId;
import io.latchkey.spi.LockKind;
import io.latchkey.spi.Owner;
import io.latchkey.spi.Reply;
import io.latchkey.spi.Standing;
import io.latchkey.spi.Ticket;
import io.lettuce.core.cluster.SlotHash;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Locks in Redis: each verb is one script, and each answer is read here. */
final class RedisBackend implements LockBackend {

    private static final Logger log = LoggerFactory.getLogger(RedisBackend.class);

    /** How many arguments every acquire has. */
    private static final int ASKED = 6;

    /** About ten round trips; as long as a run of the re-entrant lock. */
    private static final Duration GATHERING = Duration.ofMillis(5);

    private static final byte[] NONE = new byte[0];
    private static final byte[] ZERO = number(0);
    private static final byte[] ONE = number(1);

    private final RedisLink link;
    private final RedisKeys keys;
    private final Duration commandTimeout;
    private final byte[] fairWaiterTimeout;
    private final Map<LockKind, KindScripts> scripts = KindScripts.ofEach();
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
        this.fairWaiterTimeout = millis(fairWaiterTimeout);
        this.lanes = replicas.isOn() ? link.lanes(replicas) : null;
        this.grants = lanes == null ? link : new ReplicatedScripts(lanes, link, commandTimeout);
    }

    @Override
    public void start(String process, WakeUps wakeUps) {
        WakeUpSource source = link.wakeUps(keys, new WakeUpMessages(keys, process, wakeUps));
        wakeUpSource = source;
        link.start(
                List.copyOf(scripts.values().stream()
                        .flatMap(kind -> kind.all().stream())
                        .collect(Collectors.toMap(Script::digest, Function.identity(), (one, same) -> one))
                        .values()),
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
                ? shared(acquisition)
                : kind.hasPlaceEach() ? withPlaces(acquisition, asked(acquisition)) : brief(acquisition);
        return grants.run(script(acquisition.lock(), Verb.ACQUIRE), lockKeys, args)
                .thenApply(RedisBackend::reply);
    }

    /** What every acquire is told. */
    private static byte[][] asked(Acquisition acquisition, byte[]... more) {
        Owner owner = acquisition.owner();
        Ticket ticket = acquisition.ticket();
        byte[][] args = Arrays.copyOf(
                new byte[][] {
                    ascii(owner.id()),
                    ascii(owner.process()),
                    number(owner.acquisition()),
                    millis(acquisition.leaseTime()),
                    ticket(ticket),
                    number(ticket == null ? 0 : ticket.arrival())
                },
                ASKED + more.length);
        System.arraycopy(more, 0, args, ASKED, more.length);
        return args;
    }

    /** The same without what is not known: each argument costs the server as much as a small command. */
    private static byte[][] brief(Acquisition acquisition) {
        Ticket ticket = acquisition.ticket();
        byte[][] args = asked(acquisition);
        return ticket == null || ticket.arrival() == 0
                ? Arrays.copyOf(args, ticket == null ? ASKED - 2 : ASKED - 1)
                : args;
    }

    private static byte[][] shared(Acquisition acquisition) {
        Owner under = acquisition.under();
        return asked(acquisition, number(acquisition.permits()), under == null ? NONE : ascii(under.id()));
    }

    @Override
    public CompletionStage<Reply> pass(Owner from, Acquisition to) {
        byte[][] args =
                asked(to, ascii(from.id()), number(from.acquisition()), uncounted(), number(to.entitled() ? 1 : 0));
        byte[][] lockKeys = keys.all(to.lock());
        expectWakeUp(lockKeys);
        boolean places = to.lock().kind().hasPlaceEach();
        return grants.run(script(to.lock(), Verb.PASS), lockKeys, places ? withPlaces(to, args) : args)
                .thenApply(RedisBackend::reply);
    }

    /** What only scripts of kinds with a place for each are told: how long a place is kept, and all tickets but the last. */
    private byte[][] withPlaces(Acquisition acquisition, byte[][] args) {
        List<Ticket> tickets = acquisition.tickets();
        int before = Math.max(0, tickets.size() - 1);
        byte[][] more = Arrays.copyOf(args, args.length + 1 + 2 * before);
        more[args.length] = fairWaiterTimeout;
        for (int i = 0; i < before; i++) {
            more[args.length + 1 + 2 * i] = ticket(tickets.get(i));
            more[args.length + 2 + 2 * i] = number(tickets.get(i).arrival());
        }
        return more;
    }

    /** All locks of a kind that has scripts for it; on a cluster, those in one slot. */
    @Override
    public @Nullable Object reach(LockId lock) {
        if (!requireNonNull(scripts.get(lock.kind())).takeTogether()) {
            return null;
        }
        return List.of(lock.kind(), place(lock));
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
        List<byte[]> args = new ArrayList<>(List.of(ascii(first.owner().process()), millis(first.leaseTime())));
        acquisitions.forEach(each -> addOwner(args, each.owner()));
        return grants.run(
                        script(first.lock(), Verb.ACQUIREALL),
                        keys.each(acquisitions.stream().map(Acquisition::lock).toList(), 0, 2),
                        args.toArray(new byte[0][]))
                .thenApply(reply -> replies(reply, acquisitions.size()));
    }

    @Override
    public CompletionStage<BitSet> releaseTogether(List<Hold> holds) {
        Hold first = holds.get(0);
        List<byte[]> args = new ArrayList<>(List.of(ascii(first.owner().process()), uncounted()));
        holds.forEach(each -> {
            addOwner(args, each.owner());
            args.add(number(each.lastToken()));
        });
        return link.run(
                        script(first.lock(), Verb.RELEASEALL),
                        keys.each(holds.stream().map(Hold::lock).toList(), 0, 1, 2),
                        args.toArray(new byte[0][]))
                .thenApply(RedisBackend::bits);
    }

    private static void addOwner(List<byte[]> args, Owner owner) {
        args.add(ascii(owner.id()));
        args.add(number(owner.acquisition()));
    }

    /** For each lock its token; or, for each, that one of them was busy, and for that one its holder. */
    private static List<Reply> replies(List<Object> reply, int locks) {
        boolean held = number(reply, 0) == 1;
        List<Reply> replies = new ArrayList<>(locks);
        for (int i = 1; i <= locks; i++) {
            if (held) {
                replies.add(new Reply.Acquired(number(reply, i)));
            } else {
                String holder = number(reply, 1) == i ? text(reply, 3) : "";
                replies.add(new Reply.Busy(
                        Duration.ofMillis(Math.max(0, number(reply, 2))), 0, holder.isEmpty() ? null : holder));
            }
        }
        return replies;
    }

    private static BitSet bits(List<Object> replies) {
        BitSet bits = new BitSet(replies.size());
        for (int i = 0; i < replies.size(); i++) {
            bits.set(i, number(replies, i) == 1);
        }
        return bits;
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
        args[0] = millis(leaseTime);
        for (int i = 0; i < locks.length; i++) {
            locks[i] = keys.lock(holds.get(i).lock());
            args[i + 1] = ascii(holds.get(i).owner().id());
        }
        return link.run(script(holds.get(0).lock(), Verb.RENEW), locks, args).thenApply(RedisBackend::bits);
    }

    @Override
    public CompletionStage<Boolean> release(Hold hold) {
        Owner owner = hold.owner();
        return link.run(
                        script(hold.lock(), Verb.RELEASE),
                        keys.all(hold.lock()),
                        waking(
                                ascii(owner.id()),
                                ascii(owner.process()),
                                number(owner.acquisition()),
                                number(hold.lastToken())))
                .thenApply(reply -> number(reply, 0) == 1);
    }

    @Override
    public CompletionStage<@Nullable Void> abandon(Hold hold, @Nullable Ticket ticket) {
        Owner owner = hold.owner();
        return link.run(
                        script(hold.lock(), Verb.ABANDON),
                        keys.all(hold.lock()),
                        waking(ascii(owner.id()), ascii(owner.process()), number(owner.acquisition()), ticket(ticket)))
                .thenApply(reply -> null);
    }

    @Override
    public CompletionStage<Boolean> forceRelease(LockId lock) {
        return link.run(script(lock, Verb.FORCE), keys.all(lock), waking()).thenApply(reply -> number(reply, 0) == 1);
    }

    @Override
    public CompletionStage<List<Holder>> look(LockId lock) {
        return link.run(script(lock, Verb.LOOK), new byte[][] {keys.lock(lock)}).thenApply(reply -> {
            List<Holder> holders = new ArrayList<>(reply.size() / 2);
            for (int i = 0; i < reply.size(); i += 2) {
                long remaining = number(reply, i + 1);
                holders.add(new Holder(
                        text(reply, i),
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
                    .thenApply(reply -> reply.isEmpty() ? Optional.empty() : Optional.of((int) number(reply, 0)));
        }

        @Override
        public CompletionStage<@Nullable Void> resize(LockId semaphore, int permits) {
            return link.run(script(semaphore, Verb.RESIZE), keys.all(semaphore), waking(number(permits)))
                    .thenApply(reply -> null);
        }

        @Override
        public CompletionStage<Boolean> start(LockId latch, int count, Owner operation) {
            return link.run(script(latch, Verb.START), keys.all(latch), ascii(operation.id()), number(count))
                    .thenApply(reply -> number(reply, 0) == 1);
        }

        @Override
        public CompletionStage<@Nullable Void> countDown(LockId latch, Owner operation) {
            return link.run(script(latch, Verb.COUNTDOWN), keys.all(latch), ascii(operation.id()))
                    .thenApply(reply -> null);
        }

        @Override
        public CompletionStage<Long> count(LockId latch) {
            return link.run(script(latch, Verb.LOOK), new byte[][] {keys.lock(latch)})
                    .thenApply(reply -> number(reply, 0));
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

    /** Whether something is held now; being let through a latch, which has no token, holds nothing. */
    static boolean isGrant(List<Object> reply) {
        return reply.size() == 1 ? number(reply, 0) > 0 : number(reply, 0) == 1;
    }

    /** A number alone is the token of who holds the lock now, or says that what was to be passed on is gone. */
    private static Reply reply(List<Object> reply) {
        long first = number(reply, 0);
        if (reply.size() == 1) {
            return first < 0 ? new Reply.Gone() : new Reply.Acquired(first);
        }
        if (first == 1) {
            return new Reply.Acquired(number(reply, 1), new Standing(number(reply, 2), number(reply, 3), true));
        }
        String holder = text(reply, 3);
        long arrival = number(reply, 2);
        return new Reply.Busy(
                Duration.ofMillis(Math.max(0, number(reply, 1))),
                reply.size() == 4
                        ? Standing.arrived(arrival)
                        : new Standing(arrival, number(reply, 4), number(reply, 5) == 1),
                holder.isEmpty() ? null : holder);
    }

    private Script script(LockId lock, Verb verb) {
        return requireNonNull(scripts.get(lock.kind())).get(verb);
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

    /** Arguments of a script that may wake somebody, told so where it must not count who heard it. */
    private byte[][] waking(byte[]... args) {
        if (uncounted() == ZERO) {
            return args;
        }
        byte[][] all = Arrays.copyOf(args, args.length + 1);
        all[args.length] = ONE;
        return all;
    }

    /** Whether scripts must not conclude from a message nobody received that nobody is there. */
    private byte[] uncounted() {
        return wakeUpSource != null && wakeUpSource.isCounted() ? ZERO : ONE;
    }

    private static byte[] ticket(@Nullable Ticket ticket) {
        return ticket == null ? NONE : ascii(ticket.owner().id());
    }

    /** Rounded up, so that no lease ends before it was asked to. */
    private static byte[] millis(Duration time) {
        return number((time.toNanos() + 999_999) / 1_000_000);
    }

    private static byte[] number(long number) {
        return ascii(Long.toString(number));
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static long number(List<Object> reply, int index) {
        Object value = reply.get(index);
        return value instanceof Long number ? number : Long.parseLong(text(reply, index));
    }

    private static String text(List<Object> reply, int index) {
        return new String((byte[]) reply.get(index), StandardCharsets.UTF_8);
    }
}
