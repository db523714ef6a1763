package io.latchkey.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.redis.RedisLocks;
import io.latchkey.testkit.RedisServer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a server goes through while two processes of several threads contend: no count is lost, no lease, no thread. */
@Timeout(60)
@Tag("faults")
class ServerUnderLoadTest {

    private static final int THREADS = 4;
    private static final Duration FIXED_LEASE = Duration.ofSeconds(20);

    @RegisterExtension
    private final Rig rig = new Rig();

    @ParameterizedTest
    @CsvSource({
        "script flush, false",
        "client kill type normal, false",
        "client kill type normal, true",
        "client kill type pubsub, false",
        "client pause 300, false",
    })
    void whenServerIsTroubledAgainAndAgainShouldGoOn(String command, boolean fixedLease) throws Exception {
        underLoad(fixedLease ? FIXED_LEASE : null, () -> {
            for (int i = 0; i < 20; i++) {
                rig.server().command(command.split(" "));
                Thread.sleep(command.contains("pause") ? 350 : 150);
            }
        });
    }

    @Test
    void whenServerIsFrozenForLessThanTheLeaseShouldLoseNothing() throws Exception {
        RedisServer server = rig.server();

        underLoad(null, () -> {
            for (int millis : new int[] {1_000, 3_000, 1_500}) {
                server.pause();
                Thread.sleep(millis);
                server.resume();
                Thread.sleep(500);
            }
        });
    }

    private void underLoad(@Nullable Duration leaseTime, Trouble trouble) throws Exception {
        LockProcess one = rig.process(ServerUnderLoadTest::patient);
        LockProcess two = rig.process(ServerUnderLoadTest::patient);
        try (Load load = new Load("order", leaseTime, THREADS, one, two)) {
            trouble.run();
            load.stopAndCheck(10);
        }
        assertThat(one.losses()).isEmpty();
        assertThat(two.losses()).isEmpty();
    }

    /** Leases and answers that may take longer than any of the troubles. */
    private static void patient(RedisLocks.Builder settings) {
        settings.leaseTime(Duration.ofSeconds(20)).commandTimeout(Duration.ofSeconds(10));
    }

    private interface Trouble {

        void run() throws Exception;
    }
}
