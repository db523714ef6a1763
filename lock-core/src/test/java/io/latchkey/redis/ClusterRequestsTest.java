package io.latchkey.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.InstanceOfAssertFactories.ITERABLE;
import static org.awaitility.Awaitility.await;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.models.partitions.Partitions;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.NestedMultiOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ClusterRequestsTest {

    private static final byte[] KEY = {1};

    private final ClientResources resources = DefaultClientResources.create();
    private final RedisClusterClient client = mock(RedisClusterClient.class);
    private final AtomicInteger looks = new AtomicInteger();
    private CompletableFuture<Void> look = CompletableFuture.completedFuture(null);
    private ClusterView view;
    private ClusterRequests requests;

    @BeforeEach
    void noteEveryLook() {
        when(client.getResources()).thenReturn(resources);
        when(client.getPartitions()).thenReturn(new Partitions());
        when(client.refreshPartitionsAsync()).thenAnswer(call -> {
            looks.incrementAndGet();
            return look;
        });
        view = new ClusterView(client);
        requests = new ClusterRequests(view);
    }

    @AfterEach
    void close() {
        view.close();
        resources.shutdown(0, 0, TimeUnit.SECONDS);
    }

    @Test
    void whenARequestCannotBeSentShouldNotWaitForItsAnswer() {
        assertThatIllegalStateException()
                .isThrownBy(() -> requests.send(KEY, () -> {
                    throw new IllegalStateException("Connection is closed");
                }));

        assertThat(requests).extracting("underWay", ITERABLE).isEmpty();
    }

    @Test
    void whenANodeCannotBeReachedShouldLookWhoHasTakenItsPlace() {
        requests.send(KEY, () -> failed(new RedisConnectionException("Connection refused")));
        requests.send(KEY, () -> failed(new RedisConnectionException("Connection refused")));

        assertThat(looks).as("looks, not all the time").hasValue(1);
    }

    @Test
    void whenANodeAnswersThatItWillNotShouldNotLookForAnother() {
        requests.send(KEY, () -> failed(new RedisCommandExecutionException("OOM command not allowed")));

        assertThat(looks).hasValue(0);
    }

    @Test
    void whenALookDoesNotEndShouldLookAgainAfterAWhile() {
        look = new CompletableFuture<>();
        view.refresh(() -> {});
        view.refresh(() -> {});
        assertThat(looks).as("one at a time").hasValue(1);

        await().atMost(Duration.ofSeconds(20)).until(() -> {
            view.refresh(() -> {});
            return looks.get() == 2;
        });
    }

    private static RedisFuture<List<Object>> failed(Exception failure) {
        AsyncCommand<byte[], byte[], List<Object>> command = new AsyncCommand<>(
                new Command<>(CommandType.EVALSHA, new NestedMultiOutput<>(ByteArrayCodec.INSTANCE)));
        command.completeExceptionally(failure);
        return command;
    }
}
