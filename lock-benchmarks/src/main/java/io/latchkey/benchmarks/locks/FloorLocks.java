package io.latchkey.benchmarks.locks;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Locks of a floor; one has no kinds, so a fair table shows the same lock. */
final class FloorLocks implements LockClient {

    private final Endpoints endpoints;
    private final FloorScripts scripts;
    private final Function<String, LettuceScripts> redScripts;
    private final FloorSignals signals;
    private final Duration leaseTime;
    private final ConcurrentMap<String, Lock> ofTheJvm = new ConcurrentHashMap<>();
    private @Nullable RedFloor red;
    private @Nullable RedFloor redOnOneThread;

    private FloorLocks(
            Endpoints endpoints,
            Duration leaseTime,
            FloorScripts scripts,
            Function<String, LettuceScripts> redScripts) {
        this.endpoints = endpoints;
        this.leaseTime = leaseTime;
        this.scripts = scripts;
        this.redScripts = redScripts;
        this.signals = new FloorSignals(endpoints);
    }

    static FloorLocks template(Endpoints endpoints, Duration leaseTime) {
        return new FloorLocks(
                endpoints,
                leaseTime,
                new TemplateScripts(endpoints, leaseTime),
                url -> LettuceScripts.bare(url, leaseTime));
    }

    static FloorLocks lettuce(Endpoints endpoints, Duration leaseTime) {
        return lettuce(endpoints, leaseTime, url -> LettuceScripts.bare(url, leaseTime));
    }

    static FloorLocks tokens(Endpoints endpoints, Duration leaseTime) {
        return lettuce(endpoints, leaseTime, url -> LettuceScripts.withTokens(url, leaseTime));
    }

    private static FloorLocks lettuce(
            Endpoints endpoints, Duration leaseTime, Function<String, LettuceScripts> scripts) {
        return new FloorLocks(endpoints, leaseTime, scripts.apply(endpoints.redisUrl(endpoints.redisPort())), scripts);
    }

    @Override
    public BenchLock lock(Kind kind, String name) {
        return switch (kind) {
            case REENTRANT, FIXED, FAIR -> single(name, null);
            case MULTI, SINGLES ->
                BenchLock.inOrder(LockClient.members(name).stream()
                        .map(member -> single(member, null))
                        .toList());
            case ONE_SCRIPT -> inOneScript(LockClient.members(name));
            case RED -> red().lock(key(name));
            case RED_ON_ONE_THREAD -> redOnOneThread().lock(key(name));
            case JVM -> ofTheJvm(name);
            case RENEWED, GROUP -> throw LockClient.unsupported(kind);
        };
    }

    private BenchLock inOneScript(List<String> names) {
        if (!(scripts instanceof LettuceScripts lettuce)) {
            throw LockClient.unsupported(Kind.ONE_SCRIPT);
        }
        return lettuce.all(names.stream().map(FloorLocks::key).toList());
    }

    @Override
    public BenchLock contendedLock(Kind kind, String name) {
        return kind == Kind.JVM ? ofTheJvm(name) : single(name, signals.of(key(name)));
    }

    @Override
    public synchronized void close() {
        signals.close();
        scripts.close();
        if (red != null) {
            red.close();
        }
        if (redOnOneThread != null) {
            redOnOneThread.close();
        }
    }

    private BenchLock ofTheJvm(String name) {
        return BenchLock.of(ofTheJvm.computeIfAbsent(name, first -> new ReentrantLock(true)));
    }

    private BenchLock single(String name, @Nullable Semaphore signal) {
        return new FloorLock(scripts, key(name), signal);
    }

    private synchronized RedFloor red() {
        if (red == null) {
            red = new RedFloor(endpoints, redScripts);
        }
        return red;
    }

    private synchronized RedFloor redOnOneThread() {
        if (redOnOneThread == null) {
            redOnOneThread = RedFloor.onOneThread(endpoints, leaseTime);
        }
        return redOnOneThread;
    }

    private static String key(String name) {
        return "floor:" + name;
    }
}
