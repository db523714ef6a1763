package io.latchkey.benchmarks.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.benchmarks.locks.Implementation;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CommandCountTest {

    @Test
    void whenScriptsRunShouldTellCallsFromWhatTheyDo() {
        Map<String, Long> calls = Map.of("evalsha", 20L, "hset", 10L, "del", 10L, "info", 1L, "config", 1L, "ping", 3L);

        CommandCount count = CommandCount.of(calls, Implementation.LATCHKEY);

        assertThat(count).isEqualTo(new CommandCount(20, 20));
    }

    @Test
    void whenRedissonDeletesItsMarkShouldCountThatAsSent() {
        Map<String, Long> calls = Map.of("evalsha", 20L, "set", 10L, "del", 20L, "subscribe", 1L);

        CommandCount count = CommandCount.of(calls, Implementation.REDISSON);

        assertThat(count).isEqualTo(new CommandCount(31, 20));
    }

    @Test
    void whenShedLockUsesNoScriptsShouldCountItsCommands() {
        CommandCount count = CommandCount.of(Map.of("set", 10L, "del", 10L), Implementation.SHEDLOCK);

        assertThat(count).isEqualTo(new CommandCount(20, 0));
    }
}
