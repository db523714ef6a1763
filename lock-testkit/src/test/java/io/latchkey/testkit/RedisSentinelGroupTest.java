package io.latchkey.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
@OnSentinel
class RedisSentinelGroupTest {

    private static final Duration DOWN_AFTER = Duration.ofSeconds(1);

    @Test
    void whenTheMasterDiesShouldHaveAnotherWithWhatWasReplicatedOnly() {
        try (RedisSentinelGroup group = RedisSentinelGroup.start(1, DOWN_AFTER)) {
            Replication before = group.replication();
            before.master().command("set", "key", "replicated");
            before.awaitInSync();
            before.cut();
            before.master().command("set", "key", "lost");

            before.master().kill();
            before.heal();

            RedisServer master = group.awaitMasterOtherThan(before.master());
            assertThat(before.replicas()).containsExactly(master);
            assertThat(master.command("get", "key")).isEqualTo("replicated");
        }
    }

    @Test
    void whenPromotedAReplicaShouldTakeOverAndTheMasterFollow() {
        RedisServer[] both;
        try (RedisSentinelGroup group = RedisSentinelGroup.start(1, DOWN_AFTER)) {
            RedisServer before = group.master();

            RedisServer master = group.promote();

            assertThat(master).isNotEqualTo(before);
            assertThat(group.replication().replicas()).containsExactly(before);
            group.replication().awaitInSync();
            both = new RedisServer[] {before, master};
        }
        assertThat(List.of(both)).noneMatch(RedisServer::isRunning);
    }
}
