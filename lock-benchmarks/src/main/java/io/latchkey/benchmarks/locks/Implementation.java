package io.latchkey.benchmarks.locks;

import static io.latchkey.benchmarks.locks.Ability.FAIR;
import static io.latchkey.benchmarks.locks.Ability.FIXED_LEASE;
import static io.latchkey.benchmarks.locks.Ability.MULTI;
import static io.latchkey.benchmarks.locks.Ability.RED;
import static io.latchkey.benchmarks.locks.Ability.REENTRY;
import static io.latchkey.benchmarks.locks.Ability.RENEWAL;
import static io.latchkey.benchmarks.locks.Ability.SINGLES;
import static io.latchkey.benchmarks.locks.Ability.WAITING;

import java.time.Duration;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/** What is compared, and why something is left out of a table. */
public enum Implementation {
    LATCHKEY("Latchkey", LatchkeyLocks::new, Map.of()),
    REDISSON("Redisson", RedissonLocks::new, Map.of(SINGLES, "its multi-lock is that")),
    INTEGRATION_SPIN("Spring Integration, spin", SpringIntegrationLocks::spinning, Missing.INTEGRATION),
    INTEGRATION_PUBSUB("Spring Integration, pub/sub", SpringIntegrationLocks::listening, Missing.INTEGRATION),
    LOCK4J(
            "Lock4j",
            Lock4jLocks::new,
            Map.of(
                    RENEWAL, "its renewal needs a thread per lock",
                    REENTRY, "not re-entrant",
                    FAIR, Missing.NO_FAIR,
                    RED, Missing.NO_RED,
                    MULTI, Missing.NO_MULTI,
                    SINGLES, Missing.NO_MULTI)),
    SHEDLOCK(
            "ShedLock",
            ShedLockLocks::new,
            Map.of(
                    WAITING, "does not wait: busy is skipped",
                    RENEWAL, "renews leases of 30 s and more only",
                    REENTRY, "not re-entrant",
                    FAIR, Missing.NO_FAIR,
                    RED, Missing.NO_RED,
                    MULTI, Missing.NO_MULTI,
                    SINGLES, Missing.NO_MULTI)),
    CURATOR(
            "Curator on ZooKeeper",
            (endpoints, leaseTime) -> new CuratorLocks(endpoints),
            Map.of(
                    FIXED_LEASE, "has sessions, no leases",
                    RENEWAL, "has sessions, no leases",
                    RED, Missing.NO_RED,
                    SINGLES, "its multi-lock is that")),
    FLOOR_TEMPLATE(
            "FLOOR-TEMPLATE",
            FloorLocks::template,
            Map.of(
                    RENEWAL, Missing.BARE,
                    REENTRY, Missing.BARE,
                    RED, "a template call cannot ask several nodes at once",
                    SINGLES, Missing.BARE)),
    FLOOR_LETTUCE(
            "FLOOR-LETTUCE",
            FloorLocks::lettuce,
            Map.of(RENEWAL, Missing.BARE, REENTRY, Missing.BARE, SINGLES, Missing.BARE)),
    FLOOR_TOKENS(
            "FLOOR-TOKENS",
            FloorLocks::tokens,
            Map.of(
                    WAITING, Missing.BARE,
                    RENEWAL, Missing.BARE,
                    REENTRY, Missing.BARE,
                    MULTI, Missing.BARE,
                    SINGLES, Missing.BARE));

    private final String label;

    @SuppressWarnings("ImmutableEnumChecker") // References to methods.
    private final BiFunction<Endpoints, Duration, LockClient> opening;

    @SuppressWarnings("ImmutableEnumChecker") // Made by Map.of.
    private final Map<Ability, String> missing;

    Implementation(String label, BiFunction<Endpoints, Duration, LockClient> opening, Map<Ability, String> missing) {
        this.label = label;
        this.opening = opening;
        this.missing = missing;
    }

    /** As tables name it. */
    public String label() {
        return label;
    }

    /** As the command line names it. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Of all its calls, those it sends as plain commands rather than from a script. A server's statistics do not tell
     * them apart; {@code MONITOR} does, and was asked.
     */
    public long plainCalls(Map<String, Long> calls) {
        return switch (this) {
            // With each release it sets a mark, and deletes it with a command of its own.
            case REDISSON -> calls.getOrDefault("set", 0L);
            case SHEDLOCK -> calls.getOrDefault("set", 0L) + calls.getOrDefault("del", 0L);
            default -> 0;
        };
    }

    /** Why it cannot take part, if it cannot. */
    public Optional<String> lacks(Collection<Ability> abilities) {
        return abilities.stream().filter(missing::containsKey).findFirst().map(missing::get);
    }

    /** Connects; the lease time is that of renewed and of fixed locks. */
    public LockClient open(Endpoints endpoints, Duration leaseTime) {
        return opening.apply(endpoints, leaseTime);
    }

    /** Reasons that several share. */
    private static final class Missing {

        static final String NO_FAIR = "no fair lock";
        static final String NO_RED = "no quorum lock";
        static final String NO_MULTI = "no multi-lock";
        static final String BARE = "does no more than acquire and release";
        static final Map<Ability, String> INTEGRATION =
                Map.of(FAIR, NO_FAIR, RED, NO_RED, MULTI, NO_MULTI, SINGLES, NO_MULTI);
    }
}
