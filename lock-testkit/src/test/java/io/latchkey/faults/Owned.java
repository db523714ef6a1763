package io.latchkey.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.latchkey.redis.RedisLocks;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.springframework.data.redis.connection.RedisConfiguration;

/** What belongs to a test: closed after it, the last one first, passed or failed; and no thread of the library stays. */
final class Owned implements AfterEachCallback {

    private final Deque<AutoCloseable> things = new ArrayDeque<>();

    <T extends AutoCloseable> T add(T thing) {
        synchronized (things) {
            things.push(thing);
        }
        return thing;
    }

    /** One more process on that Redis. */
    LockProcess process(RedisConfiguration redis, Consumer<RedisLocks.Builder> settings) {
        return add(new LockProcess(redis, settings));
    }

    void close() throws Exception {
        List<Exception> failures = new ArrayList<>();
        synchronized (things) {
            while (!things.isEmpty()) {
                try {
                    things.pop().close();
                } catch (Exception e) {
                    failures.add(e);
                }
            }
        }
        if (!failures.isEmpty()) {
            throw failures.get(0);
        }
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        close();
        if (context.getExecutionException().isEmpty()) {
            await("no thread of the library").atMost(Rig.SOON).untilAsserted(() -> assertThat(libraryThreads())
                    .isEmpty());
        }
    }

    private static List<String> libraryThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("latchkey"))
                .toList();
    }
}
