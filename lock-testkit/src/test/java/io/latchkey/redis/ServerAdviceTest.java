package io.latchkey.redis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is read from a server's facts. */
class ServerAdviceTest {

    @Test
    void whenLocksMayBeEvictedShouldSayWhatToSet() {
        assertThat(ServerAdvice.onEviction("# Memory\r\nmaxmemory:1000\r\nmaxmemory_policy:allkeys-lru\r\n"))
                .hasValueSatisfying(warning -> assertThat(warning)
                        .contains(
                                "allkeys-lru",
                                "set maxmemory-policy noeviction at the server",
                                "give RedisLocks.builder a connection factory to another server"));
    }

    @ParameterizedTest
    @CsvSource({"0, allkeys-lru", "1000, noeviction"})
    void whenNothingIsEvictedShouldBeQuiet(String maxmemory, String policy) {
        String info = "# Memory\r\nmaxmemory:%s\r\nmaxmemory_policy:%s\r\n".formatted(maxmemory, policy);

        assertThat(ServerAdvice.onEviction(info)).isEmpty();
    }

    @Test
    void whenFactsAreMissingShouldBeQuiet() {
        assertThat(ServerAdvice.onEviction("")).isEmpty();
        assertThat(ServerAdvice.onLonelyMaster("")).isEmpty();
    }

    @Test
    void whenAMasterWithReplicasNeedsNoneShouldSayWhatToSet() {
        assertThat(ServerAdvice.onLonelyMaster("# Replication\r\nrole:master\r\nconnected_slaves:1\r\n"))
                .hasValueSatisfying(warning -> assertThat(warning).contains("min-replicas-to-write 1"));
    }

    @ParameterizedTest
    @CsvSource({
        "role:master|connected_slaves:0",
        "role:slave",
        "role:master|connected_slaves:1|min_slaves_good_slaves:1"
    })
    void whenNoMasterIsLonelyShouldBeQuiet(String info) {
        assertThat(ServerAdvice.onLonelyMaster(info.replace("|", "\r\n"))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"true, false, true", "true, true, false", "false, false, false"})
    void whenSentinelsAreNotFollowedShouldSayWhatToSet(boolean sentinel, boolean followed, boolean warned) {
        assertThat(ServerAdvice.onFrozenMaster(sentinel, followed).isPresent()).isEqualTo(warned);
    }
}
