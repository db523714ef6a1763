package io.latchkey.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.InstanceOfAssertFactories.ITERABLE;

import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.models.partitions.Partitions;
import org.junit.jupiter.api.Test;

class ClusterRequestsTest {

    @Test
    void whenARequestCannotBeSentShouldNotWaitForItsAnswer() {
        try (RedisClusterClient client = RedisClusterClient.create("redis://127.0.0.1:1")) {
            client.setPartitions(new Partitions());
            ClusterRequests requests = new ClusterRequests(new ClusterView(client));

            assertThatIllegalStateException()
                    .isThrownBy(() -> requests.send(new byte[] {1}, () -> {
                        throw new IllegalStateException("Connection is closed");
                    }));

            assertThat(requests).extracting("underWay", ITERABLE).isEmpty();
        }
    }
}
