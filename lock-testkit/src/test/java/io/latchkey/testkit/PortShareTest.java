package io.latchkey.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PortShareTest {

    @Test
    void whenTwoClaimAShareShouldHaveNoPortInCommon() throws Exception {
        PortShare one = PortShare.claim();
        PortShare other = PortShare.claim();

        Set<Integer> ports = all(one);
        ports.retainAll(all(other));

        assertThat(ports).isEmpty();
        Objects.requireNonNull(one.sign()).close();
        Objects.requireNonNull(other.sign()).close();
    }

    @Test
    void whenPortsAreTakenShouldBeBelowThoseOfOutgoingConnections() {
        for (int number = 0; number < 27; number++) {
            PortShare share = new PortShare(number, null);

            assertThat(all(share)).allSatisfy(port -> assertThat(port).isBetween(20_000, 29_999));
            assertThat(share.portWithBus(PortShare.PORTS_WITH_BUS - 1) + 10_000).isLessThan(32_768);
        }
    }

    private static Set<Integer> all(PortShare share) {
        Set<Integer> ports = new HashSet<>();
        for (int i = 0; i < 1_000; i++) {
            ports.add(share.port(i));
            ports.add(share.portWithBus(i));
        }
        return ports;
    }
}
