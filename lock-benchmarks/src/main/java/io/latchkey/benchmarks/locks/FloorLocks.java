package io.latchkey.benchmarks.locks;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Locks of a floor; one has no kinds, so a fair table shows the same lock. */
final class FloorLocks implements LockClient {

    private final Endpoints endpoints;
    private final FloorScripts scripts;
    private final Function<String, LettuceScripts> redScripts;
    private final FloorSignals signals;
    private @Nullable RedFloor red;

    private FloorLocks(Endpoints endpoints, FloorScripts scripts, Function<String, LettuceScripts> redScripts) {
        this.endpoints = endpoints;
        this.scripts = scripts;
        this.redScripts = redScripts;
        this.signals = new FloorSignals(endpoints);
    }

    static FloorLocks template(Endpoints endpoints, Duration leaseTime) {
        return new FloorLocks(
                endpoints, new TemplateScripts(endpoints, leaseTime), url -> LettuceScripts.bare(url, leaseTime));
    }

    static FloorLocks lettuce(Endpoints endpoints, Duration leaseTime) {
        return lettuce(endpoints, url -> LettuceScripts.bare(url, leaseTime));
    }

    static FloorLocks tokens(Endpoints endpoints, Duration leaseTime) {
        return lettuce(endpoints, url -> LettuceScripts.withTokens(url, leaseTime));
    }

    private static FloorLocks lettuce(Endpoints endpoints, Function<String, LettuceScripts> scripts) {
        return new FloorLocks(endpoints, scripts.apply(endpoints.redisUrl(endpoints.redisPort())), scripts);
    }

    @Override
    public BenchLock lock(Kind kind, String name) {
        return switch (kind) {
            case REENTRANT, FIXED, FAIR -> single(name, null);
            case MULTI, SINGLES ->
                BenchLock.inOrder(LockClient.members(name).stream()
                        .map(member -> single(member, null))
                        .toList());
            case RED -> red().lock(key(name));
            case RENEWED, GROUP -> throw LockClient.unsupported(kind);
        };
    }

    @Override
    public BenchLock contendedLock(Kind kind, String name) {
        return single(name, signals.of(key(name)));
    }

    @Override
    public synchronized void close() {
        signals.close();
        scripts.close();
        if (red != null) {
            red.close();
        }
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

    private static String key(String name) {
        return "floor:" + name;
    }
}
