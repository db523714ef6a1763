package io.latchkey.spring;

import static io.latchkey.spring.annotation.OnBusy.FALLBACK;
import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.Lease;
import io.latchkey.LockResult;
import io.latchkey.LockSpec;
import io.latchkey.LockTemplate;
import io.latchkey.LockTimeoutException;
import io.latchkey.Locks;
import io.latchkey.NamedCountDownLatch;
import io.latchkey.NamedLock;
import io.latchkey.NamedReadWriteLock;
import io.latchkey.NamedSemaphore;
import io.latchkey.memory.InMemoryLocks;
import io.latchkey.redis.RedisLocks;
import io.latchkey.spring.annotation.DistributedLock;
import io.latchkey.spring.autoconfigure.LatchkeyAnnotationAutoConfiguration;
import io.latchkey.spring.autoconfigure.LatchkeyAutoConfiguration;
import io.latchkey.spring.reactive.ReactiveLockTemplate;
import io.latchkey.testkit.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.stereotype.Service;
import reactor.core.publisher.Mono;

/** The code in README.md: what stands between the markers is what the README shows, and it runs. */
@SuppressWarnings({"UnusedMethod", "UnusedVariable"}) // A fallback is found by its name.
class ReadmeTourTest {

    @AutoClose
    private final InMemoryLocks locks = InMemoryLocks.create();

    private final LockTemplate template = new LockTemplate(locks);
    private final Ledger ledger = new Ledger();
    private final List<String> done = new ArrayList<>();

    @Test
    void shouldShowCodeThatIsCompiledHere() {
        List<String> compiled = new ArrayList<>(Readme.markedRegions(ReadmeTourTest.class));
        compiled.addAll(
                Readme.markedRegions("lock-spring-boot-starter-test", "io.latchkey.spring.test.shop.CheckoutTest"));
        compiled.addAll(Readme.markedRegions(OwnRedisTest.class));

        assertThat(Readme.javaBlocks()).isEqualTo(compiled);
    }

    @Test
    void shouldLockAMethod() {
        withBean(Checkout.class, new Checkout(), checkout -> checkout.pay("42"));

        assertThat(done).containsExactly("charged 42");
    }

    // <readme>
    @Service
    class Checkout {

        @DistributedLock(name = "order", key = "#orderId")
        public void pay(String orderId) {
            charge(orderId);
        }
    }
    // </readme>

    @Test
    void shouldLockInAService() {
        new Payments(locks).pay("42");

        assertThat(locks.reentrant("order:42").isLocked()).isFalse();
    }

    // <readme>
    @Service
    class Payments {

        private final Locks locks;

        Payments(Locks locks) {
            this.locks = locks;
        }

        void pay(String orderId) {
            NamedLock lock = locks.reentrant("order:" + orderId);
            lock.lock();
            try {
                charge(orderId);
            } finally {
                lock.unlock();
            }
        }
    }
    // </readme>

    @Test
    void shouldWaitForALimitedTime() throws InterruptedException {
        // <readme>
        NamedLock lock = locks.reentrant("order:42");
        if (lock.tryLock(Duration.ofSeconds(2), Duration.ofSeconds(30))) {
            try {
                charge("42");
            } finally {
                lock.unlock();
            }
        }
        // </readme>
        assertThat(done).containsExactly("charged 42");
    }

    @Test
    void shouldHandOutALease() throws InterruptedException {
        // <readme>
        try (Lease lease = locks.reentrant("order:42").acquire(Duration.ofSeconds(2))) {
            lease.onLost(lost -> alarm("lost " + lost.name()));
            ledger.append("paid", lease.fencingToken());
            lease.ensureValid();
            confirm("42");
        }
        // </readme>
        assertThat(done).containsExactly("confirmed 42");
        assertThat(ledger.highest).isPositive();
    }

    @Test
    void shouldAcquireWithoutBlocking() {
        // <readme>
        CompletableFuture<String> receipt = locks.reentrant("order:42")
                .acquireAsync(Duration.ofSeconds(2))
                .thenCompose(lease -> chargeLater("42").whenComplete((result, failure) -> lease.releaseAsync()));
        // </readme>
        assertThat(receipt.join()).isEqualTo("receipt 42");
    }

    @Test
    void shouldServeInOrder() throws Exception {
        // <readme>
        try (Lease turn = locks.fair("counter:3").acquire(Duration.ofSeconds(10))) {
            charge("42");
        }
        // </readme>
        assertThat(done).containsExactly("charged 42");
    }

    @Test
    void shouldLetManyReadOrOneWrite() {
        // <readme>
        NamedReadWriteLock catalogue = locks.readWrite("catalogue");
        catalogue.readLock().lock(); // many may, at a time
        try {
            charge("42");
        } finally {
            catalogue.readLock().unlock();
        }
        // </readme>
        assertThat(done).containsExactly("charged 42");
        assertThat(catalogue.writeLock().tryLock()).isTrue();
        catalogue.writeLock().unlock();
    }

    @Test
    void shouldTakeSeveralAsOne() throws InterruptedException {
        // <readme>
        NamedLock both = locks.multi(locks.reentrant("stock:north"), locks.reentrant("stock:south"));
        try (Lease lease = both.acquire(Duration.ofSeconds(2))) {
            for (Lease part : lease.parts()) {
                ledger.append(part.name(), part.fencingToken());
            }
        }
        // </readme>
        assertThat(both.isLocked()).isFalse();
    }

    @Test
    void shouldLockByMajority() throws InterruptedException {
        // <readme>
        try (Lease lease = locks.red("settlement").acquire(Duration.ofSeconds(2))) {
            charge("42");
            lease.ensureValid();
        }
        // </readme>
        assertThat(done).containsExactly("charged 42");
    }

    @Test
    void shouldLetSeveralInAtOnce() throws InterruptedException {
        // <readme>
        NamedSemaphore slots = locks.semaphore("payment-provider", 5);
        try (Lease permit = slots.acquire(Duration.ofSeconds(2))) {
            charge("42");
        }
        // </readme>
        assertThat(done).containsExactly("charged 42");
        assertThat(slots.availablePermits()).isEqualTo(5);
    }

    @Test
    void shouldWaitUntilAllAreDone() throws InterruptedException {
        // <readme>
        NamedCountDownLatch imports = locks.countDownLatch("imports");
        imports.trySetCount(3);
        // each of three processes, when it is done:
        imports.countDown();
        // and whoever needs all three:
        if (imports.await(Duration.ofMillis(100))) {
            writeReport();
        }
        // </readme>
        assertThat(imports.getCount()).isEqualTo(2);
    }

    @Test
    void shouldRunWorkInATemplate() {
        // <readme>
        template.execute("order:42", () -> charge("42"));

        LockSpec nightly = LockSpec.of("nightly-report").leaseFor(Duration.ofMinutes(10));
        LockResult<String> report = template.tryExecute(nightly, lease -> writeReport());
        if (!report.acquired()) {
            alarm("somebody else is writing it");
        }

        template.execute(LockSpec.of("stock:north", "stock:south"), lease -> writeReport());

        CompletableFuture<String> later = template.executeAsync(LockSpec.of("order:42"), lease -> chargeLater("42"));
        // </readme>
        assertThat(report).isEqualTo(new LockResult<>(true, "report"));
        assertThat(later.join()).isEqualTo("receipt 42");
    }

    @Test
    void shouldWorkWithoutSpringBoot() {
        try (RedisServer server = RedisServer.start()) {
            runWithoutSpringBoot(server.host(), server.port());
        }

        assertThat(done).containsExactly("charged 42");
    }

    private void runWithoutSpringBoot(String host, int port) {
        // <readme>
        LettuceConnectionFactory redis = new LettuceConnectionFactory(host, port);
        redis.afterPropertiesSet();
        try (RedisLocks locks = RedisLocks.builder(redis).keyPrefix("shop:").build()) {
            new LockTemplate(locks).execute("order:42", () -> charge("42"));
        } finally {
            redis.destroy();
        }
        // </readme>
    }

    @Test
    void shouldGiveTheLeaseToAMethodOrFallBack() throws InterruptedException {
        withBean(Stock.class, new Stock(), stock -> assertThat(stock.reserve("7", null))
                .isEqualTo("reserved"));
        assertThat(ledger.highest).isPositive();
    }

    // <readme>
    @Service
    class Stock {

        @DistributedLock(name = "item", key = "#item", waitTimeString = "2s", onBusy = FALLBACK, fallback = "tryLater")
        public String reserve(String item, Lease lease) { // callers pass null
            ledger.append("reserved " + item, lease.fencingToken());
            return "reserved";
        }

        private String tryLater(String item, Lease none, LockTimeoutException reason) {
            return "try later";
        }
    }
    // </readme>

    @Test
    void shouldLockForReactor() {
        ReactiveLockTemplate reactiveTemplate = new ReactiveLockTemplate(locks, Duration.ofSeconds(10));
        // <readme>
        Mono<String> reserved = reactiveTemplate.execute("item:7", Mono.fromCallable(() -> "reserved"));
        // </readme>
        assertThat(reserved.block(Duration.ofSeconds(20))).isEqualTo("reserved");
    }

    private <T> void withBean(Class<T> type, T bean, Consumer<T> test) {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        LatchkeyAutoConfiguration.class, LatchkeyAnnotationAutoConfiguration.class))
                .withBean(Locks.class, () -> locks)
                .withBean(type, () -> bean)
                .run(context -> test.accept(context.getBean(type)));
    }

    private void charge(String orderId) {
        done.add("charged " + orderId);
    }

    private void confirm(String orderId) {
        done.add("confirmed " + orderId);
    }

    private void alarm(String what) {
        done.add(what);
    }

    private CompletableFuture<String> chargeLater(String orderId) {
        return CompletableFuture.supplyAsync(() -> "receipt " + orderId);
    }

    private String writeReport() {
        return "report";
    }

    /** Refuses whoever comes late. */
    private static final class Ledger {

        private long highest;

        void append(String entry, long fencingToken) {
            if (fencingToken < highest) {
                throw new IllegalStateException(entry + " comes late");
            }
            highest = fencingToken;
        }
    }
}
