package io.latchkey.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.Locks;
import io.latchkey.NamedLock;
import io.latchkey.testkit.CommandCounter;
import io.latchkey.testkit.OnCluster;
import io.latchkey.testkit.RedisClusterGroup;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Every kind of lock on a cluster of three masters with a replica each. */
@OnCluster
class ClusterContractsTest {

    @Nested
    class Reentrant extends RedisReentrantLockTest {}

    @Nested
    class Fair extends RedisFairLockTest {}

    @Nested
    class Write extends RedisWriteLockTest {}

    @Nested
    class Multi extends RedisMultiLockTest {}

    /** Of its locks two share a slot, so that one request takes them; the others are asked for at the same time. */
    @Nested
    class Joint extends RedisJointLockTest {

        private final Map<String, String> neighbours = new HashMap<>();

        @Override
        protected String nameOf(String name, String which) {
            return which.equals("c")
                    ? neighbours.computeIfAbsent(name, each -> neighbour(each, nameOf(each, "a")))
                    : super.nameOf(name, which);
        }

        private static String neighbour(String name, String other) {
            int slot = RedisClusterGroup.slotOf("latchkey:{" + other + "}");
            return IntStream.iterate(0, i -> i + 1)
                    .mapToObj(i -> name + "/" + i + "/c")
                    .filter(each -> RedisClusterGroup.slotOf("latchkey:{" + each + "}") == slot)
                    .findFirst()
                    .orElseThrow();
        }

        @Test
        void whenTwoShareASlotShouldTakeAndReleaseThemInOneRequestEach() {
            String name = freshName();
            Locks locks = open(Duration.ofSeconds(30)).locks();
            NamedLock both = locks.multi(locks.reentrant(nameOf(name, "a")), locks.reentrant(nameOf(name, "c")));
            CommandCounter counter = redis.get().counterOf("latchkey:{" + nameOf(name, "a") + "}");

            both.lock();
            assertThat(counter.scriptCalls()).isEqualTo(1);
            both.unlock();
            assertThat(counter.scriptCalls()).isEqualTo(2);
        }
    }

    @Nested
    class ReadWrite extends RedisReadWriteLockTest {}

    @Nested
    class Semaphore extends RedisSemaphoreTest {}

    @Nested
    class Latch extends RedisCountDownLatchTest {}
}
