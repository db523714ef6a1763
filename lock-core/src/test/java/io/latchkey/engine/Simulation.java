package io.latchkey.engine;

import io.latchkey.Lease;
import io.latchkey.LockBackendException;
import io.latchkey.LockListener;
import io.latchkey.LockTimeoutException;
import io.latchkey.NamedLock;
import io.latchkey.engine.SimulatedRedis.Bug;
import io.latchkey.spi.LockKind;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** One history, and everything in it that must not be. */
final class Simulation {

    enum Faults {
        NONE,
        CONNECTIONS,
        PROCESSES,
        DATA_LOSS
    }

    /** Longer than a request takes to reach the server, also behind another. */
    private static final Duration SURELY_IN_LINE = Duration.ofMillis(300);

    private static final long CHAOS_SECONDS = 20;
    private static final long CALM_SECONDS = 60;
    private final SimulatedWorld world;
    private final SimulatedRedis redis;
    private final Faults faults;
    private final LockKind kind;
    private final Map<String, SimulatedProcess> processes = new LinkedHashMap<>();
    private final Map<Lease, SimulatedProcess> inside = new HashMap<>();
    private final Map<Object, Waiting> waiting = new HashMap<>();
    private final Set<String> violations = new HashSet<>();
    private final Set<Long> tokens = new HashSet<>();
    private boolean chaos = true;
    private long highestToken;
    private long grants;
    private long injected;
    /** Longer than the look after a missed wake-up takes. */
    private final Lasting idle = new Lasting("free and wanted", Duration.ofSeconds(4));

    private final Lasting orphan =
            new Lasting("held at the server, but by nobody", SimulatedProcess.COMMAND_TIMEOUT.multipliedBy(2));
    /** Longer than a renewal that finds the lock gone takes. */
    private final Lasting overlap =
            new Lasting("two holders, and the first has not heard of its loss", SimulatedProcess.LEASE.dividedBy(2));

    /** One who wants the lock. */
    private record Waiting(SimulatedProcess process, long since, boolean waits) {}

    Simulation(long seed, LockKind kind, Faults faults, Bug bug) {
        this.world = new SimulatedWorld(seed);
        this.kind = kind;
        this.faults = faults;
        Predicate<String> publish = process -> {
            SimulatedProcess target = processes.get(process);
            return target != null && target.wake();
        };
        this.redis = kind.hasPlaceEach()
                ? new SimulatedFairRedis(world, bug, publish)
                : new SimulatedRedis(world, bug, publish);
    }

    Set<String> violations() {
        return violations;
    }

    long grants() {
        return grants;
    }

    long faultsInjected() {
        return injected;
    }

    void run() {
        for (int i = 0; i < 3; i++) {
            startProcess();
        }
        if (faults != Faults.NONE) {
            world.inMillis(world.around(500), this::injectFault);
        }
        watch();
        world.runUntil(SimulatedWorld.seconds(CHAOS_SECONDS));
        chaos = false;
        world.runUntil(SimulatedWorld.seconds(CHAOS_SECONDS + CALM_SECONDS));
        checkEnd();
    }

    private void startProcess() {
        LockListener listener = new LockListener() {
            @Override
            public void lost(Lease lease) {
                if (faults == Faults.NONE || faults == Faults.CONNECTIONS) {
                    violation("false loss: " + lease);
                }
            }
        };
        SimulatedProcess process = new SimulatedProcess(
                world, redis, kind, 0.5 + Math.min(world.around(2), 5), faults != Faults.NONE, listener);
        processes.put(process.name(), process);
        int clients = 1 + world.random.nextInt(4);
        for (int i = 0; i < clients; i++) {
            process.onProcess(world.around(50), () -> ask(process));
        }
    }

    private void ask(SimulatedProcess process) {
        if (!chaos) {
            return;
        }
        NamedLock lock = kind.hasPlaceEach()
                ? process.locks.fair(SimulatedProcess.LOCK)
                : process.locks.reentrant(SimulatedProcess.LOCK);
        Duration wait = world.chance(0.2) ? Duration.ZERO : Duration.ofMillis(1 + (long) world.around(4000));
        CompletableFuture<Lease> future = faults == Faults.DATA_LOSS || world.chance(0.6)
                ? lock.acquireAsync(wait)
                : lock.acquireAsync(wait, fixedLease());
        Object place = new Object();
        Waiting waits = new Waiting(process, world.nanoTime(), !wait.isZero());
        waiting.put(place, waits);
        if (world.chance(0.1)) {
            process.onProcess(world.around(20), () -> future.cancel(true));
        }
        future.whenComplete((lease, failure) -> {
            waiting.remove(place);
            if (lease != null) {
                checkOrder(waits);
                granted(process, lease);
            } else {
                refused(failure);
                process.onProcess(world.around(30), () -> ask(process));
            }
        });
    }

    /** Longer than any work, unless losing a lease is part of the story. */
    private Duration fixedLease() {
        return Duration.ofMillis((faults == Faults.PROCESSES ? 500 : 60_000) + (long) world.around(2000));
    }

    private void granted(SimulatedProcess process, Lease lease) {
        grants++;
        checkToken(lease.fencingToken());
        if (faults != Faults.DATA_LOSS) {
            inside.keySet().stream()
                    .filter(Lease::isValid)
                    .forEach(other -> violation("both hold: " + other + " and " + lease));
        }
        inside.put(lease, process);
        double work = world.chance(0.8) ? world.around(2) : world.around(world.chance(0.8) ? 200 : 2500);
        process.onProcess(work, () -> leave(process, lease));
    }

    /** Where nothing fails, nobody is served before one who came so much earlier that it surely was in line. */
    private void checkOrder(Waiting served) {
        if (kind.hasPlaceEach() && faults == Faults.NONE) {
            waiting.values().stream()
                    .filter(other -> other.waits && served.since - other.since > SURELY_IN_LINE.toNanos())
                    .forEach(other -> violation(
                            "overtaken by one who came " + (served.since - other.since) / 1_000_000 + " ms later"));
        }
    }

    /** Tokens grow; only the grant of a hold that was wiped out before it was heard of may be overtaken. */
    private void checkToken(long token) {
        if (!tokens.add(token)) {
            violation("token " + token + " twice");
        }
        if (token < highestToken && faults != Faults.DATA_LOSS) {
            violation("token " + token + " after " + highestToken);
        }
        highestToken = Math.max(highestToken, token);
    }

    private void leave(SimulatedProcess process, Lease lease) {
        inside.remove(lease);
        lease.releaseAsync();
        process.onProcess(world.around(5), () -> ask(process));
    }

    private void refused(@Nullable Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        boolean expected = cause instanceof LockTimeoutException
                || cause instanceof java.util.concurrent.CancellationException
                || (cause instanceof LockBackendException && faults != Faults.NONE);
        if (!expected) {
            violation("refused with " + cause);
        }
    }

    private void injectFault() {
        if (!chaos) {
            return;
        }
        injected++;
        List<SimulatedProcess> alive =
                processes.values().stream().filter(SimulatedProcess::isAlive).toList();
        SimulatedProcess victim = alive.get(world.random.nextInt(alive.size()));
        switch (faults) {
            case NONE -> {}
            case CONNECTIONS -> {
                switch (world.random.nextInt(3)) {
                    case 0 -> victim.loseConnection();
                    case 1 -> victim.loseSubscription();
                    default -> victim.blackHole(world.around(100));
                }
            }
            case PROCESSES -> {
                switch (world.random.nextInt(4)) {
                    case 0 -> {
                        victim.kill();
                        waiting.values().removeIf(waits -> waits.process.equals(victim));
                        inside.values().removeIf(victim::equals);
                        startProcess();
                    }
                    case 1 -> victim.blackHole(world.around(1500));
                    case 2 -> victim.loseConnection();
                    default -> victim.pause(world.around(3000));
                }
            }
            case DATA_LOSS -> {
                redis.wipe();
                overlap.check(false);
            }
        }
        world.inMillis(world.around(faults == Faults.CONNECTIONS ? 400 : 1500), this::injectFault);
    }

    /** Looks every so often for what must not last. */
    private void watch() {
        boolean wanted = waiting.values().stream().anyMatch(waits -> waits.process.isAble());
        idle.check(redis.isFree() && wanted && (faults == Faults.NONE || !chaos));
        orphan.check(isOrphan());
        overlap.check(inside.keySet().stream().filter(Lease::isValid).count() > 1);
        world.inMillis(20, this::watch);
    }

    /** Whether a process that is up and connected keeps the lock at the server while nobody in it is inside. */
    private boolean isOrphan() {
        SimulatedProcess holder = processes.get(String.valueOf(redis.holdingProcess()));
        return holder != null && holder.isAble() && !inside.containsValue(holder);
    }

    /** Something that may be so for a while but not for long. */
    private final class Lasting {

        private final String what;
        private final long limit;
        private long since = -1;

        Lasting(String what, Duration limit) {
            this.what = what;
            this.limit = limit.toNanos();
        }

        void check(boolean so) {
            if (!so) {
                since = -1;
            } else if (since < 0) {
                since = world.nanoTime();
            } else if (world.nanoTime() - since > limit) {
                violation(what + " since " + since / 1_000_000 + " ms");
            }
        }
    }

    private void checkEnd() {
        processes.values().stream().filter(SimulatedProcess::isAlive).forEach(process -> {
            if (!process.engine.slots().isEmpty()) {
                violation("slots left in " + process.name());
            }
            if (process.engine.requests.underWay() > 0) {
                violation("requests left in " + process.name());
            }
        });
        waiting.values().forEach(waits -> {
            if (waits.process.isAlive()) {
                violation("still waiting in " + waits.process.name());
            }
        });
        if (!redis.isFree()) {
            violation("lock left behind");
        }
        boolean killings = faults == Faults.PROCESSES;
        if (!redis.isLineEmpty() && !killings) {
            violation("a place in line left behind");
        }
    }

    private void violation(String what) {
        violations.add(what + " (at " + world.nanoTime() / 1_000_000 + " ms)");
    }
}
