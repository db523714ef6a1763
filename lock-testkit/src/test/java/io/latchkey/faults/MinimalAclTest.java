package io.latchkey.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.latchkey.Lease;
import io.latchkey.LockBackendException;
import io.latchkey.NamedCountDownLatch;
import io.latchkey.NamedLock;
import io.latchkey.NamedSemaphore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;

/** The rights that {@code docs/redis-acl.md} lists are all that is needed, and each of them is. */
@Timeout(90)
class MinimalAclTest {

    private static final Duration WAIT = Duration.ofSeconds(10);
    private static final Duration LEASE = Duration.ofSeconds(3);

    @RegisterExtension
    private final Rig rig = new Rig();

    @Test
    void whenUserMayWhatTheManualListsShouldDoEverything() throws Exception {
        List<String> rule = documentedRule();
        allow(rule);

        useEverything(rule.get(2), "order");

        assertThat(deniedTo(rule.get(2))).isEmpty();
    }

    @Test
    void whenAnyRightIsMissingShouldBeDeniedSomething() throws Exception {
        List<Callable<Void>> attempts = new ArrayList<>();
        for (String right : documentedRule()) {
            if (right.matches("[+~&].*")) {
                attempts.add(() -> assertNeeded(right));
            }
        }
        assertThat(attempts).hasSizeGreaterThan(20);

        Parallel.run(attempts);
    }

    private Void assertNeeded(String right) throws IOException {
        List<String> rule = new ArrayList<>(documentedRule());
        String user = "without" + right;
        rule.set(2, user);
        rule.remove(right);
        allow(rule);

        String name = "order without " + right;
        Call.make(() -> useEverything(user, name));

        assertThat(deniedTo(user)).as("denied without " + right).isNotEmpty();
        cleanUp(name);
        return null;
    }

    /** Who lacks a right may be unable to leave the line: without EVAL, say, when the scripts were flushed meanwhile. */
    private void cleanUp(String name) {
        rig.server().keys("*").stream()
                .filter(key -> key.startsWith(Rig.lockKey(name)))
                .forEach(key -> rig.server().command("del", key));
    }

    private Void useEverything(String user, String name) throws Exception {
        LockProcess one = process(user);
        LockProcess two = process(user);
        try {
            passOn(name, one.lock(name), two.lock(name));
            lookAround(one.lock(name), two.lock(name));
            meetForeignKey(name, one.lock(name));
            takeTogether(one, name);
            count(one.locks().semaphore(name, 1), two.locks().semaphore(name, 1));
            countDown(one.locks().countDownLatch(name), two.locks().countDownLatch(name));
            return null;
        } finally {
            one.close();
            two.close();
        }
    }

    /** Acquire, pass, renew, release, abandon, and the wake-ups between them. */
    private void passOn(String name, NamedLock one, NamedLock two) throws Exception {
        Lease lease = one.acquire(WAIT);
        CompletableFuture<Lease> elsewhere = two.acquireAsync(WAIT);
        await().atMost(WAIT).until(() -> elsewhere.isDone() || rig.lineLength(name) == 1);
        CompletableFuture<Lease> here = one.acquireAsync(WAIT);
        assertThat(lease.extend(WAIT)).isTrue();
        lease.release();
        elsewhere.get(WAIT.toSeconds(), TimeUnit.SECONDS).release();
        Lease again = here.get(WAIT.toSeconds(), TimeUnit.SECONDS);
        assertThat(two.tryLock(Duration.ofSeconds(1))).isFalse();
        again.release();
    }

    private void lookAround(NamedLock one, NamedLock two) throws Exception {
        Lease lease = one.acquire(WAIT);
        for (int i = 0; i < 5; i++) {
            // Several times: others on this server may load the scripts again at once.
            rig.server().command("script", "flush");
            assertThat(two.isLocked()).isTrue();
        }
        assertThat(two.forceUnlock()).isTrue();
        lease.close();
    }

    private static void takeTogether(LockProcess one, String name) throws Exception {
        NamedLock both = one.locks().multi(one.lock(name), one.lock(name + " and another"));
        both.acquire(WAIT).release();
    }

    private void meetForeignKey(String name, NamedLock lock) {
        rig.server().command("set", Rig.lockKey(name), "precious");
        try {
            assertThatExceptionOfType(LockBackendException.class)
                    .isThrownBy(lock::tryLock)
                    .withMessageContaining("string");
        } finally {
            rig.server().command("del", Rig.lockKey(name));
        }
    }

    /** Acquire, refused acquire, renew, resize, look, release. */
    private void count(NamedSemaphore one, NamedSemaphore two) throws Exception {
        Lease lease = one.acquire(WAIT);
        assertThat(lease.extend(WAIT)).isTrue();
        assertThat(two.tryAcquire()).isEmpty();
        one.resize(2);
        Lease other = two.acquire(WAIT);
        assertThat(one.availablePermits()).isZero();
        lease.release();
        other.release();
        rig.server().command("del", Rig.lockKey(one.name()) + ":permits:limit");
    }

    private void countDown(NamedCountDownLatch one, NamedCountDownLatch two) throws Exception {
        assertThat(one.trySetCount(2)).isTrue();
        try {
            CompletableFuture<Void> open = two.awaitAsync();
            one.countDown();
            assertThat(two.getCount()).isEqualTo(1);
            two.countDown();
            open.get(WAIT.toSeconds(), TimeUnit.SECONDS);
        } finally {
            rig.server().command("del", Rig.lockKey(one.name()) + ":latch");
        }
    }

    private void allow(List<String> rule) {
        rig.server().command(rule.toArray(new String[0]));
    }

    private LockProcess process(String user) {
        RedisStandaloneConfiguration redis = new RedisStandaloneConfiguration(
                rig.server().host(), rig.server().port());
        redis.setUsername(user);
        redis.setPassword("change-me");
        return rig.process(redis, settings -> settings.leaseTime(LEASE));
    }

    /** What the server noted as denied to the user, but for what is done without: INFO, and CLIENT SETINFO of Lettuce. */
    private List<String> deniedTo(String user) {
        List<?> denied = (List<?>) rig.server().command("acl", "log", "1000");
        return denied.stream()
                .map(entry -> (List<?>) entry)
                .filter(entry -> user.equals(value(entry, "username")))
                .map(entry -> value(entry, "object"))
                .filter(object -> !object.startsWith("client") && !object.equals("info"))
                .toList();
    }

    private static String value(List<?> entry, String name) {
        return (String) entry.get(entry.indexOf(name) + 1);
    }

    private static List<String> documentedRule() throws IOException {
        Path manual = Path.of("docs", "redis-acl.md");
        Path root = Path.of("").toAbsolutePath();
        while (!Files.exists(root.resolve(manual))) {
            root = root.getParent();
        }
        try (Stream<String> lines = Files.lines(root.resolve(manual))) {
            String rule = lines.filter(line -> line.startsWith("ACL SETUSER"))
                    .findFirst()
                    .orElseThrow();
            return List.of(rule.split(" "));
        }
    }
}
