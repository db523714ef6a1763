package io.latchkey.spring.autoconfigure;

import static io.latchkey.testkit.LeakCheck.named;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.latchkey.Lease;
import io.latchkey.LeaseLostException;
import io.latchkey.LockContext;
import io.latchkey.LockException;
import io.latchkey.LockOverview;
import io.latchkey.LockTemplate;
import io.latchkey.Locks;
import io.latchkey.spring.WebApplication;
import io.latchkey.testkit.LeakCheck;
import io.latchkey.testkit.RedisServer;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** An application that shuts down while it works under locks. */
@Timeout(120)
class GracefulShutdownTest {

    /** Renewed every third of it, with seconds of slack for a slow machine. */
    private static final Duration LEASE_TIME = Duration.ofSeconds(9);

    private static final Duration LIMIT = Duration.ofSeconds(30);

    @AutoClose
    private static final RedisServer redis = RedisServer.start();

    @Test
    void whenARequestIsInFlightShouldLetItFinishWithItsLock() throws Exception {
        WebApplication app = start();
        Orders orders = app.bean(Orders.class);
        CompletableFuture<HttpResponse<String>> request = app.getAsync("/pay");
        orders.paying.await();

        CompletableFuture<Void> closing = CompletableFuture.runAsync(app::close);
        awaitRenewal("latchkey:{order:42}");
        assertThat(closing).isNotDone();
        orders.mayFinish.countDown();

        assertThat(request.get(LIMIT.toSeconds(), TimeUnit.SECONDS).body()).isEqualTo("paid under a valid lease");
        closing.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        assertThat(keysOfLocks()).isEmpty();
    }

    @Test
    void whenARequestWaitsForOneInFlightShouldLetBothFinish() throws Exception {
        WebApplication app = start();
        Orders orders = app.bean(Orders.class);
        CompletableFuture<HttpResponse<String>> first = app.getAsync("/pay");
        orders.paying.await();
        CompletableFuture<HttpResponse<String>> second = app.getAsync("/pay");
        await().until(() -> ((LockOverview) app.bean(Locks.class)).waiting().size() == 1);

        CompletableFuture<Void> closing = CompletableFuture.runAsync(app::close);
        orders.mayFinish.countDown();

        for (CompletableFuture<HttpResponse<String>> request : List.of(first, second)) {
            assertThat(request.get(LIMIT.toSeconds(), TimeUnit.SECONDS).body()).isEqualTo("paid under a valid lease");
        }
        closing.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        assertThat(keysOfLocks()).isEmpty();
    }

    @Test
    void whenATaskOfTheExecutorHoldsALockShouldLetItFinishWithIt() throws Exception {
        WebApplication app = start();
        Orders orders = app.bean(Orders.class);
        CompletableFuture<String> task = app.context()
                .getBean("applicationTaskExecutor", AsyncTaskExecutor.class)
                .submitCompletable(orders::pay);
        orders.paying.await();

        CompletableFuture<Void> closing = CompletableFuture.runAsync(app::close);
        awaitRenewal("latchkey:{order:42}");
        assertThat(closing).isNotDone();
        orders.mayFinish.countDown();

        assertThat(task.get(LIMIT.toSeconds(), TimeUnit.SECONDS)).isEqualTo("paid under a valid lease");
        closing.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        assertThat(keysOfLocks()).isEmpty();
    }

    @Test
    void whenTheGracePeriodIsOverShouldTurnAWaitingRequestAway() throws Exception {
        try (WebApplication other = start();
                Lease held = other.bean(Locks.class).reentrant("held").acquire(Duration.ZERO)) {
            WebApplication app = start("1s");
            Orders orders = app.bean(Orders.class);
            CompletableFuture<HttpResponse<String>> request = app.getAsync("/wait");
            await().until(() -> ((LockOverview) app.bean(Locks.class)).waiting().size() == 1);

            app.close();

            assertThat(orders.waitEnded).succeedsWithin(LIMIT).satisfies(this::saysThatItIsClosed);
            assertThat(held.isValid()).isTrue();
            assertThat(redis.keys("*{held}:line")).as("places in line").isEmpty();
            request.cancel(true);
        }
    }

    @Test
    void whenClosedShouldGiveBackWhatIsHeldAndTurnWaitersAway() throws Exception {
        LeakCheck leaks = LeakCheck.ignoring(named("junit-", "HttpClient-", "Keep-Alive-Timer"));
        WebApplication app = start();
        Locks locks = app.bean(Locks.class);
        Lease held = locks.reentrant("held").acquire(Duration.ZERO);
        Lease read = locks.readWrite("held").readLock().acquire(Duration.ZERO);
        Lease permit = locks.semaphore("held", 1).acquire(Duration.ZERO);
        CompletableFuture<Lease> waiting = locks.reentrant("held").acquireAsync(LIMIT.multipliedBy(10));
        CompletableFuture<Void> parked = CompletableFuture.runAsync(
                () -> locks.reentrant("held").lock(), task -> new Thread(task, "test-parked").start());
        await().until(() -> redis.keys("*{held}").size() == 1);

        app.close();

        assertThat(waiting).failsWithin(LIMIT).withThrowableThat().havingCause().satisfies(this::saysThatItIsClosed);
        assertThat(parked).failsWithin(LIMIT).withThrowableThat().havingCause().satisfies(this::saysThatItIsClosed);
        for (Lease lease : List.of(held, read, permit)) {
            assertThat(lease.isValid()).isFalse();
            assertThat(catchRelease(lease)).isInstanceOf(LeaseLostException.class);
        }
        assertThat(keysOfLocks()).isEmpty();
        assertThat((List<?>) redis.command("pubsub", "channels", "latchkey*")).isEmpty();
        leaks.assertNoNewThreads(LIMIT);
    }

    private void saysThatItIsClosed(Throwable failure) {
        assertThat(failure)
                .isInstanceOf(LockException.class)
                .hasMessage(
                        "lock 'held' cannot be used: its Locks has been closed, as the application is shutting down");
    }

    private static Throwable catchRelease(Lease lease) {
        return catchThrowable(lease::release);
    }

    /** Waits until a time to live, which only falls by itself, has risen. */
    private static void awaitRenewal(String key) {
        AtomicLong seen = new AtomicLong(Long.MAX_VALUE);
        await().atMost(LIMIT).until(() -> {
            long now = timeToLive(key);
            return now > seen.getAndSet(now);
        });
    }

    private static long timeToLive(String key) {
        return Long.parseLong(String.valueOf(redis.command("pttl", key)));
    }

    /** Without the marks of what has ended, which go away by themselves. */
    private static List<String> keysOfLocks() {
        return redis.keys("latchkey:*").stream()
                .filter(key -> !key.endsWith(":guard") && !key.endsWith(":ended"))
                .toList();
    }

    private static WebApplication start() {
        return start("30s");
    }

    private static WebApplication start(String grace) {
        return WebApplication.start(
                Shop.class,
                "server.shutdown=graceful",
                "spring.lifecycle.timeout-per-shutdown-phase=" + grace,
                "latchkey.lease-time=" + LEASE_TIME,
                "spring.data.redis.host=" + redis.host(),
                "spring.data.redis.port=" + redis.port());
    }

    @Configuration(proxyBeanMethods = false)
    static class Shop {

        @Bean
        Orders orders() {
            return new Orders();
        }
    }

    @RestController
    static class Orders {

        final CountDownLatch paying = new CountDownLatch(1);
        final CountDownLatch mayFinish = new CountDownLatch(1);

        final CompletableFuture<Throwable> waitEnded = new CompletableFuture<>();

        @Autowired
        LockTemplate template;

        @Autowired
        Locks locks;

        @GetMapping("/pay")
        String pay() {
            return template.execute("order:42", () -> {
                paying.countDown();
                waitUntilMayFinish();
                LockContext.assertHeld();
                return "paid under a valid lease";
            });
        }

        @GetMapping("/wait")
        String waitForEver() {
            try {
                locks.reentrant("held").lock();
                return "locked";
            } catch (LockException e) {
                waitEnded.complete(e);
                throw e;
            }
        }

        private void waitUntilMayFinish() {
            try {
                mayFinish.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
