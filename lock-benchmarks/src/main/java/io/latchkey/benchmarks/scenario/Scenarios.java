package io.latchkey.benchmarks.scenario;

import static io.latchkey.benchmarks.locks.Implementation.FLOOR_LETTUCE;
import static io.latchkey.benchmarks.locks.Implementation.LATCHKEY;
import static io.latchkey.benchmarks.locks.Implementation.REDISSON;
import static io.latchkey.benchmarks.scenario.Target.atLeast;
import static io.latchkey.benchmarks.scenario.Target.atMost;

import io.latchkey.benchmarks.load.Activity;
import io.latchkey.benchmarks.load.Order;
import io.latchkey.benchmarks.locks.Ability;
import io.latchkey.benchmarks.locks.Implementation;
import io.latchkey.benchmarks.locks.Kind;
import io.latchkey.benchmarks.measure.Metric;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** All scenarios, in the order of their tables. */
public final class Scenarios {

    private static final long ONE_MILLI = 1_000_000;
    private static final Set<Implementation> WITH_REDISSON = Set.of(LATCHKEY, REDISSON);
    /** Where Redisson did not come to an end in minutes, as with a thousand waiters for its fair lock. */
    private static final Set<Implementation> LATCHKEY_ALONE = Set.of(LATCHKEY);

    private static final String SINGLES = "five single locks";
    private static final String ONE_SCRIPT = "in one script";
    private static final String OF_THE_JVM = "a lock of the JVM alone";

    private Scenarios() {}

    /** Those of a run; a quick one does without the largest numbers. */
    public static List<Scenario> all(boolean quick) {
        List<Scenario> all = new ArrayList<>(List.of(
                // Many threads first: what they run is compiled soon.
                ownLocks(),
                uncontended(),
                oneLock(),
                oneLockFixed(),
                threeProcesses(),
                fair(),
                fairThreeProcesses(),
                handOff(),
                herd(),
                leases("leases", 10_000, quick, atMost(Metric.CLIENT_LOAD, 1).of(REDISSON.label())),
                reentry(),
                red(),
                multi(),
                waiters("waiters", Kind.REENTRANT, quick),
                waiters("fair-waiters", Kind.FAIR, quick, Ability.FAIR),
                heldLeases(quick),
                new StartScenario()));
        if (!quick) {
            all.add(leases("leases-100000", 100_000, false));
        }
        return all;
    }

    private static Scenario uncontended() {
        return oneThread(
                "uncontended",
                "Uncontended, one thread",
                Variant.of(1, Order.loop(Kind.REENTRANT, 1)),
                atLeast(Metric.TO_FLOOR, 0.95),
                atLeast(Metric.TO_REDISSON, 1.2),
                atMost(Metric.COMMANDS, 2));
    }

    private static Scenario ownLocks() {
        return new LockScenario(
                "own-locks",
                "16 threads, a lock each",
                List.of(Variant.of(1, Order.loop(Kind.REENTRANT, 16).eachItsOwn())),
                Metric.RATE,
                Pace.NEW_PROCESSES,
                List.of(atLeast(Metric.TO_FLOOR, 0.85), atLeast(Metric.TO_REDISSON, 2.5)));
    }

    private static Scenario oneLock() {
        return planned(
                "one-lock",
                "One lock, 16 threads, one JVM",
                Variant.of(1, Order.loop(Kind.REENTRANT, 16), Ability.WAITING),
                atLeast(Metric.TO_REDISSON, 10),
                atMost(Metric.COMMANDS, 0.1),
                atLeast(Metric.THREAD_BALANCE, 0.9));
    }

    private static Scenario oneLockFixed() {
        return planned(
                "one-lock-fixed",
                "One lock, 16 threads, one JVM, fixed leases",
                Variant.of(1, Order.loop(Kind.FIXED, 16), Ability.WAITING, Ability.FIXED_LEASE),
                atLeast(Metric.TO_REDISSON, 2),
                atMost(Metric.COMMANDS, 1.1));
    }

    private static Scenario threeProcesses() {
        return new LockScenario(
                "three-processes",
                "One lock, 3 JVMs of 8 threads",
                List.of(Variant.of(3, Order.loop(Kind.REENTRANT, 8), Ability.WAITING)),
                Metric.RATE,
                Pace.NEW_PROCESSES,
                List.of(
                        atLeast(Metric.TO_REDISSON, 20),
                        atMost(Metric.COMMANDS, 0.1),
                        atLeast(Metric.PROCESS_BALANCE, 0.8),
                        atMost(Metric.LONGEST_WAIT, 0.25).of(REDISSON.label())));
    }

    private static Scenario fair() {
        return planned(
                "fair",
                "Fair lock, 16 threads, one JVM",
                Variant.of(1, Order.loop(Kind.FAIR, 16), Ability.WAITING, Ability.FAIR),
                atLeast(Metric.TO_REDISSON, 10),
                atMost(Metric.COMMANDS, 0.3));
    }

    private static Scenario fairThreeProcesses() {
        return planned(
                "fair-three-processes",
                "Fair lock, 3 JVMs of 8 threads",
                Variant.of(3, Order.loop(Kind.FAIR, 8), Ability.WAITING, Ability.FAIR),
                atLeast(Metric.TO_REDISSON, 6),
                atMost(Metric.COMMANDS, 2.5));
    }

    /** The holder stays inside long enough for the other one to wait. */
    private static Scenario handOff() {
        Order order = Order.loop(Kind.REENTRANT, 1).with(Activity.HAND_OFF).working(ONE_MILLI);
        return new LockScenario(
                "hand-off",
                "Hand-off between two processes (ratios of p50, less is better)",
                List.of(Variant.of(2, order, Ability.WAITING)),
                Metric.P50,
                Pace.ONE_THREAD,
                List.of(atMost(Metric.TO_REDISSON, 1), atMost(Metric.COMMANDS, 3)));
    }

    private static Scenario herd() {
        Order order = Order.loop(Kind.REENTRANT, 100).with(Activity.ONCE).working(ONE_MILLI);
        Order inOneJvm = Order.loop(Kind.JVM, 200).with(Activity.ONCE).working(ONE_MILLI);
        String floor = FLOOR_LETTUCE.label() + ", " + OF_THE_JVM;
        return new LockScenario(
                "herd",
                "Herd: 200 waiters in two processes, 1 ms of work (ratios of the drain, less is better)",
                List.of(
                        Variant.of(2, order, Ability.WAITING),
                        Variant.of(1, inOneJvm).onlyFor(Set.of(FLOOR_LETTUCE)).labelled(OF_THE_JVM)),
                Metric.DRAIN,
                Pace.PLANNED,
                List.of(
                        atMost(Metric.TO_REDISSON, 0.8),
                        // Whether that can be had at all on this machine.
                        atMost(Metric.DRAIN, 0.8).forRow(floor).of(REDISSON.label()),
                        atMost(Metric.DRAIN, 1.1).of(floor),
                        atMost(Metric.COMMANDS, 0.6)));
    }

    /** What leases cost that are there; not what taking them costs, nor their first renewals while code is compiled. */
    private static Scenario leases(String id, int count, boolean quick, Target... more) {
        Order order = Order.loop(Kind.REENTRANT, 0).holding(count).settling(quick ? 0 : 20_000);
        List<Target> targets = new ArrayList<>(List.of(more));
        targets.addAll(List.of(
                atMost(Metric.LEASE_COMMANDS, 0.01),
                atMost(Metric.HEAP, 600),
                atMost(Metric.THREADS, 12),
                atMost(Metric.LOST, 0)));
        return new LockScenario(
                id,
                String.format("%,d leases of 3 s, renewed", count),
                List.of(Variant.of(1, order, Ability.RENEWAL).withLease(Duration.ofSeconds(3))),
                Metric.CLIENT_LOAD,
                // A round of a hundred thousand is the better part of a minute.
                new Pace(0, 1, quick || count > 10_000 ? 1 : 3, 4_000, 9_000),
                targets);
    }

    private static Scenario reentry() {
        return planned(
                "reentry",
                "Re-entry",
                Variant.of(1, Order.loop(Kind.REENTRANT, 1).with(Activity.REENTER), Ability.REENTRY),
                atLeast(Metric.RATE, 10_000_000),
                atMost(Metric.COMMANDS, 0.001));
    }

    private static Scenario red() {
        return new LockScenario(
                "red",
                "Quorum lock on three servers, one thread",
                List.of(
                        Variant.of(1, Order.loop(Kind.RED, 1), Ability.RED),
                        Variant.of(1, Order.loop(Kind.RED_ON_ONE_THREAD, 1))
                                .onlyFor(Set.of(FLOOR_LETTUCE))
                                .labelled("connections on one thread")),
                Metric.RATE,
                Pace.ONE_THREAD,
                List.of(atLeast(Metric.TO_FLOOR, 0.95), atLeast(Metric.TO_REDISSON, 2.5)));
    }

    private static Scenario multi() {
        return new LockScenario(
                "multi",
                "Multi-lock of five names, one thread",
                List.of(
                        Variant.of(1, Order.loop(Kind.MULTI, 1), Ability.MULTI),
                        Variant.of(1, Order.loop(Kind.SINGLES, 1), Ability.SINGLES)
                                .labelled(SINGLES),
                        Variant.of(1, Order.loop(Kind.GROUP, 1))
                                .onlyFor(Set.of(REDISSON))
                                .labelled("values of one group"),
                        Variant.of(1, Order.loop(Kind.ONE_SCRIPT, 1))
                                .onlyFor(Set.of(FLOOR_LETTUCE))
                                .labelled(ONE_SCRIPT)),
                Metric.RATE,
                Pace.ONE_THREAD,
                List.of(
                        atMost(Metric.COMMANDS, 2),
                        atLeast(Metric.RATE, 3.5).of(LATCHKEY.label() + ", " + SINGLES),
                        atLeast(Metric.RATE, 1).of(FLOOR_LETTUCE.label() + ", " + ONE_SCRIPT),
                        atLeast(Metric.TO_REDISSON, 4)));
    }

    /** What an acquisition costs while more and more threads of two processes want the lock. */
    private static Scenario waiters(String id, Kind kind, boolean quick, Ability... more) {
        List<Variant> variants = IntStream.of(2, 10, 100, 1_000)
                .filter(count -> !quick || count != 10)
                .mapToObj(count -> Variant.of(2, Order.loop(kind, count / 2), more)
                        .onlyFor(kind == Kind.FAIR && count > 100 ? LATCHKEY_ALONE : WITH_REDISSON)
                        .labelled(count + " threads"))
                .toList();
        String crowd = LATCHKEY.label() + ", 1000 threads";
        String few = LATCHKEY.label() + ", 100 threads";
        return new LockScenario(
                id,
                "Cost with the number of waiters, " + (kind == Kind.FAIR ? "fair lock" : "re-entrant lock"),
                variants,
                Metric.RATE,
                new Pace(1, 1, 3, 500, 2_000),
                List.of(
                        atMost(Metric.COMMANDS, 1.5).forRow(crowd).of(few),
                        atMost(Metric.INSIDE, 1.5).forRow(crowd).of(few),
                        atMost(Metric.SERVER_CPU, 1.5).forRow(crowd).of(few)));
    }

    /**
     * What an acquisition costs while its process holds more and more other locks. With 10,000 and more Redisson does not always come
     * to an end: its processes have been used before, and renew each lock as often as they were without any.
     */
    private static Scenario heldLeases(boolean quick) {
        List<Variant> variants = IntStream.of(1, 1_000, 10_000, 100_000)
                .filter(count -> !quick || count <= 10_000)
                .mapToObj(count -> Variant.of(1, Order.loop(Kind.REENTRANT, 1).holding(count))
                        .onlyFor(count > 1_000 ? LATCHKEY_ALONE : WITH_REDISSON)
                        .labelled(count + " held"))
                .toList();
        String most = LATCHKEY.label() + ", " + (quick ? "10000" : "100000") + " held";
        String one = LATCHKEY.label() + ", 1 held";
        return new LockScenario(
                "held",
                "Cost with the number of leases held",
                variants,
                Metric.RATE,
                new Pace(0, 1, 2, 0, 0),
                List.of(
                        atMost(Metric.COMMANDS, 1.5).forRow(most).of(one),
                        atMost(Metric.SERVER_CPU, 1.5).forRow(most).of(one)));
    }

    private static Scenario oneThread(String id, String title, Variant variant, Target... targets) {
        return new LockScenario(id, title, List.of(variant), Metric.RATE, Pace.ONE_THREAD, List.of(targets));
    }

    private static Scenario planned(String id, String title, Variant variant, Target... targets) {
        return new LockScenario(id, title, List.of(variant), Metric.RATE, Pace.PLANNED, List.of(targets));
    }
}
