package io.latchkey.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.latchkey.testkit.FaultProxy;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A network that is slow, or delivers bytes one by one, but loses none. */
@Timeout(60)
@Tag("faults")
class SlowNetworkTest {

    private static final int THREADS = 4;

    @RegisterExtension
    private final Rig rig = new Rig();

    /** In each direction: 50 and 500 ms for the round trip. */
    @ParameterizedTest
    @ValueSource(ints = {25, 250})
    void whenNetworkIsSlowShouldExclude(int delayMillis) throws Exception {
        FaultProxy proxy = rig.proxy();
        LockProcess slow = rig.process(proxy, settings -> settings.commandTimeout(Duration.ofSeconds(10)));
        LockProcess near = rig.process();
        proxy.delay(Duration.ofMillis(delayMillis));

        assertExcludes(slow, near);
    }

    @Test
    void whenBytesComeOneByOneShouldExclude() throws Exception {
        FaultProxy proxy = rig.proxy();
        proxy.fragment();
        LockProcess slow = rig.process(proxy, settings -> settings.commandTimeout(Duration.ofSeconds(10)));
        LockProcess near = rig.process();

        assertExcludes(slow, near);
    }

    private static void assertExcludes(LockProcess slow, LockProcess near) throws InterruptedException {
        try (Load load = new Load("order", null, THREADS, slow, near)) {
            await().atMost(Rig.SOON).until(() -> load.cycles() > 200 && slow.releases() > 20 && near.releases() > 20);
            load.stopAndCheck(1);
        }
        assertThat(slow.losses()).isEmpty();
        assertThat(near.losses()).isEmpty();
    }
}
