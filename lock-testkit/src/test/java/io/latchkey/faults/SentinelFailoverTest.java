package io.latchkey.faults;

import io.latchkey.testkit.OnSentinel;
import io.latchkey.testkit.RedisSentinelGroup;
import io.latchkey.testkit.RedisServer;
import io.latchkey.testkit.Replication;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.springframework.data.redis.connection.RedisConfiguration;

/** Sentinels replace a dead master. */
@Tag("faults")
@OnSentinel
class SentinelFailoverTest extends FailoverScenarios {

    private static RedisSentinelGroup group;
    private RedisServer killed;

    @BeforeAll
    static void startGroup() {
        group = RedisSentinelGroup.start(1, Duration.ofSeconds(1));
    }

    @AfterAll
    static void closeGroup() {
        group.close();
    }

    @AfterEach
    void mend() {
        if (killed != null) {
            group.rejoin(killed);
        }
    }

    @Override
    RedisConfiguration redis() {
        return group.configuration();
    }

    @Override
    Replication replication() {
        return group.replication();
    }

    @Override
    List<RedisServer> servers() {
        return Stream.concat(Stream.of(group.master()), group.replication().replicas().stream())
                .toList();
    }

    @Override
    RedisServer awaitSuccessorOf(RedisServer master) {
        killed = master;
        return group.awaitMasterOtherThan(master);
    }
}
