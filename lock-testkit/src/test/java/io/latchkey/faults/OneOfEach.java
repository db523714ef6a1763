package io.latchkey.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.latchkey.Lease;
import io.latchkey.LockTimeoutException;
import io.latchkey.testkit.RedisServer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * One lock of each kind, all in one slot: what happens to a server happens to all of them.
 *
 * @param name what their names have in common
 */
record OneOfEach(String name) {

    /** Takes all of them. */
    Map<LeasedKind, Lease> hold(LockProcess process, Duration wait) throws Exception {
        Map<LeasedKind, CompletableFuture<Lease>> asked = new EnumMap<>(LeasedKind.class);
        for (LeasedKind kind : LeasedKind.values()) {
            asked.put(kind, kind.hold(process, name, wait));
        }
        return granted(asked);
    }

    /** Asks for all of them at once, while another has them. */
    Map<LeasedKind, CompletableFuture<Lease>> ask(LockProcess process, Duration wait) {
        Map<LeasedKind, CompletableFuture<Lease>> asked = new EnumMap<>(LeasedKind.class);
        for (LeasedKind kind : LeasedKind.values()) {
            asked.put(kind, kind.rival(process, name, wait));
        }
        return asked;
    }

    void awaitOneInEachLineAt(RedisServer server) {
        for (LeasedKind kind : LeasedKind.values()) {
            await("one in line of " + kind)
                    .atMost(Rig.SOON)
                    .until(() -> (Long) server.command("zcard", kind.lineKey(name)) == 1);
        }
    }

    /** A renewal shows in the time to live, which otherwise only falls. */
    void awaitRenewalsAt(RedisServer server, Duration limit) {
        Map<LeasedKind, Long> last = new EnumMap<>(LeasedKind.class);
        Set<LeasedKind> renewed = EnumSet.noneOf(LeasedKind.class);
        await("a renewal of each")
                .atMost(limit)
                .pollInterval(Duration.ofMillis(50))
                .until(() -> {
                    for (LeasedKind kind : LeasedKind.values()) {
                        long left = (Long) server.command("pttl", kind.lockKey(name));
                        Long before = last.put(kind, left);
                        if (before != null && left > before) {
                            renewed.add(kind);
                        }
                    }
                    return renewed.size() == LeasedKind.values().length;
                });
    }

    /** Nobody else gets any of them within two seconds. */
    void assertRefused(LockProcess other) {
        ask(other, Duration.ofSeconds(2)).forEach((kind, asked) -> assertThat(asked)
                .as("%s for another", kind)
                .failsWithin(Rig.SOON)
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(LockTimeoutException.class));
    }

    static Map<LeasedKind, Lease> granted(Map<LeasedKind, CompletableFuture<Lease>> asked) throws Exception {
        Map<LeasedKind, Lease> leases = new EnumMap<>(LeasedKind.class);
        for (LeasedKind kind : LeasedKind.values()) {
            leases.put(kind, Call.get(asked.get(kind)));
        }
        return leases;
    }

    /** The leases that listeners hear of. */
    static List<Lease> parts(Map<LeasedKind, Lease> leases) {
        return leases.values().stream().flatMap(lease -> lease.parts().stream()).toList();
    }

    /** The later ones are there, and each has a greater token than the one before. */
    static void assertLater(Map<LeasedKind, Lease> later, Map<LeasedKind, Lease> earlier) {
        later.forEach((kind, lease) -> {
            assertThat(lease.isValid()).as("%s is valid", kind).isTrue();
            List<Lease> before = earlier.get(kind).parts();
            for (int i = 0; i < before.size(); i++) {
                assertThat(lease.parts().get(i).fencingToken())
                        .as("token of %s", kind)
                        .isGreaterThan(before.get(i).fencingToken());
            }
        });
    }
}
