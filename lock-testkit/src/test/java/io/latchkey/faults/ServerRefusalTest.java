package io.latchkey.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.latchkey.Lease;
import io.latchkey.LockBackendException;
import io.latchkey.NamedCountDownLatch;
import io.latchkey.NamedLock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;

/** A server that answers no: for good, and the caller is told at once in its words; or for now, and it is asked again. */
@Timeout(60)
@Tag("faults")
class ServerRefusalTest {

    private static final Duration WAIT = Duration.ofSeconds(15);
    private static final Duration AT_ONCE = Duration.ofSeconds(6);
    private static final Duration LEASE = Duration.ofSeconds(3);

    @RegisterExtension
    private final Rig rig = new Rig();

    @Test
    void whenServerIsFullShouldRefuseNewLocksInItsOwnWords() {
        LockProcess process = rig.process();
        rig.server().command("config", "set", "maxmemory", "1");

        Call<Boolean> tried = Call.make(() -> process.lock("tried").tryLock());
        Call<Boolean> waited = Call.make(() -> process.lock("waited for").tryLock(WAIT));

        assertRefused(tried, "OOM");
        assertRefused(waited, "OOM");
    }

    @Test
    void whenServerIsFullShouldStillRenewAndRelease() throws Exception {
        LockProcess process = rig.process(settings -> settings.leaseTime(LEASE));
        Lease renewed = process.lock("renewed").acquire(WAIT);
        Lease fixed = process.lock("fixed").acquire(WAIT, Duration.ofSeconds(30));
        rig.server().command("config", "set", "maxmemory", "1");

        fixed.release();
        Rig.awaitRenewal(renewed);

        assertThat(renewed.isValid()).isTrue();
        renewed.release();
        assertThat(process.losses()).isEmpty();
        assertThat(process.failedRenewals()).isEmpty();
    }

    @Test
    void whenServerIsReadOnlyForAWhileShouldAskAgainWithinTheWait() throws Exception {
        LockProcess process = rig.process();
        becomeReadOnly();

        CompletableFuture<Call<Lease>> waiting =
                Call.start(() -> process.lock("order").acquire(WAIT));
        Thread.sleep(700);
        assertThat(waiting).isNotDone();
        becomeWritable();

        Call.get(waiting).value().release();
    }

    @Test
    void whenServerIsReadOnlyForTheWholeWaitShouldSaySo() {
        LockProcess process = rig.process();
        becomeReadOnly();

        Call<Boolean> waited = Call.make(() -> process.lock("order").tryLock(Duration.ofSeconds(3)));

        assertRefused(waited, "READONLY");
        becomeWritable();
    }

    @Test
    void whenServerIsReadOnlyForAWhileACountShouldCountOnce() throws Exception {
        LockProcess process = rig.process(settings -> settings.commandTimeout(WAIT));
        NamedCountDownLatch latch = process.locks().countDownLatch("started");
        latch.trySetCount(2);
        becomeReadOnly();

        CompletableFuture<Call<Void>> counting = Call.start(() -> {
            latch.countDown();
            return null;
        });
        Thread.sleep(700);
        assertThat(counting).isNotDone();
        becomeWritable();

        assertThat(Call.get(counting).failure()).isNull();
        assertThat(latch.getCount()).isEqualTo(1);
        latch.countDown();
        assertThat(latch.getCount()).isZero();
    }

    @Test
    void whenServerIsReadOnlyForAWhileShouldRenewAndReleaseAfterIt() throws Exception {
        LockProcess process = rig.process(settings -> settings.leaseTime(LEASE).commandTimeout(WAIT));
        Lease renewed = process.lock("renewed").acquire(WAIT);
        Lease fixed = process.lock("fixed").acquire(WAIT, Duration.ofSeconds(30));
        becomeReadOnly();

        CompletableFuture<Call<Void>> releasing = Call.start(() -> {
            fixed.release();
            return null;
        });
        await().atMost(WAIT).until(() -> !process.failedRenewals().isEmpty());
        becomeWritable();

        assertThat(Call.get(releasing).failure()).isNull();
        Rig.awaitRenewal(renewed);
        assertThat(renewed.isValid()).isTrue();
        renewed.release();
        assertThat(process.losses()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "~latchkey:* -evalsha",
                "~other:*",
                "~latchkey:* -hset",
                "~latchkey:* -pexpire",
                "~latchkey:* -time"
            })
    void whenUserMayNotShouldSayItAtOnceInTheServersWords(String rules) {
        String user = "acl setuser limited on >secret +@all &* " + rules;
        rig.server().command(user.split(" "));
        LockProcess process = rig.process(as("limited"), settings -> {});

        Call<Boolean> tried = Call.make(() -> process.lock("order").tryLock());
        Call<Boolean> waited = Call.make(() -> process.lock("order").tryLock(WAIT));

        assertRefused(tried, "user", "docs/redis-acl.md");
        assertRefused(waited, "user", "docs/redis-acl.md");
    }

    @Test
    void whenKeyIsNoLockShouldNameItAndLeaveIt() {
        rig.server().command("set", Rig.lockKey("order"), "precious");
        NamedLock lock = rig.process().lock("order");

        Call<Boolean> tried = Call.make(lock::tryLock);
        Call<Boolean> waited = Call.make(() -> lock.tryLock(WAIT));

        assertRefused(tried, "WRONGTYPE", "latchkey:{order}", "string");
        assertRefused(waited, "WRONGTYPE", "latchkey:{order}", "string");
        assertThatExceptionOfType(LockBackendException.class)
                .isThrownBy(lock::forceUnlock)
                .withMessageContaining("WRONGTYPE");
        assertThat(rig.server().command("get", Rig.lockKey("order"))).isEqualTo("precious");
        rig.server().command("del", Rig.lockKey("order"));
    }

    @Test
    void whenKeyIsAHashOfSomebodyElseShouldNameItAndLeaveIt() {
        rig.server().command("hset", Rig.lockKey("order"), "precious", "1");
        NamedLock lock = rig.process().lock("order");

        Call<Boolean> tried = Call.make(lock::tryLock);

        assertRefused(tried, "WRONGTYPE", "latchkey:{order}", "holds a hash, not a lock");
        assertThatExceptionOfType(LockBackendException.class).isThrownBy(lock::forceUnlock);
        assertThat(rig.server().command("hget", Rig.lockKey("order"), "precious"))
                .isEqualTo("1");
        assertThat(rig.server().command("pttl", Rig.lockKey("order"))).isEqualTo(-1L);
        rig.server().command("del", Rig.lockKey("order"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"hexists", "pexpire"})
    void whenUserMayNoLongerRenewShouldSaySoAndNotTakeItForALoss(String right) throws Exception {
        rig.server().command("acl setuser limited on >secret +@all &* ~latchkey:*".split(" "));
        LockProcess process = rig.process(as("limited"), settings -> settings.leaseTime(LEASE));
        Lease lease = process.lock("order").acquire(WAIT);

        rig.server().command("acl", "setuser", "limited", "-" + right);
        await().atMost(WAIT).until(() -> !process.failedRenewals().isEmpty());
        assertThat(lease.isValid()).isTrue();
        rig.server().command("acl", "setuser", "limited", "+" + right);
        Rig.awaitRenewal(lease);

        assertThat(lease.isValid()).isTrue();
        lease.release();
        assertThat(process.losses()).isEmpty();
        assertThat(process.failedRenewals().get(0)).hasMessageContaining("docs/redis-acl.md");
    }

    @Test
    void whenUserLacksRightsTheStartShouldNameThem() {
        assumeTrue(rig.server().majorVersion() >= 7, "a server before 7.0 cannot tell what a user may not do");
        rig.server()
                .command("acl setuser limited on >secret +@all resetchannels &latchkey:* ~latchkey:* -zpopmin -hset"
                        .split(" "));
        try (Warnings warnings = new Warnings()) {
            rig.process(as("limited"), settings -> {});

            await().atMost(WAIT).until(() -> warnings.contain("may not run HSET, ZPOPMIN"));
        }
    }

    @Test
    void whenUserHasAllRightsTheStartShouldBeQuiet() {
        rig.server()
                .command("acl setuser limited on >secret +@all -info resetchannels &latchkey:* ~latchkey:*".split(" "));
        try (Warnings warnings = new Warnings()) {
            LockProcess process = rig.process(as("limited"), settings -> {});
            assertThat(process.lock("order").tryLock()).isTrue();
            process.lock("order").unlock();

            assertThat(warnings.heard()).isEmpty();
        }
    }

    /** The server's error names the key, and the key may look like an error that passes. */
    @Test
    void whenNameLooksLikeAPassingErrorShouldStillBeRefusedAtOnce() {
        rig.server().command("set", Rig.lockKey("READONLY"), "precious");
        NamedLock lock = rig.process().lock("READONLY");

        Call<Boolean> waited = Call.make(() -> lock.tryLock(WAIT));

        assertRefused(waited, "WRONGTYPE");
        rig.server().command("del", Rig.lockKey("READONLY"));
    }

    private static void assertRefused(Call<?> outcome, String... words) {
        assertThat(outcome.failure()).isInstanceOf(LockBackendException.class).hasMessageContainingAll(words);
        assertThat(outcome.took()).isLessThan(AT_ONCE);
    }

    private RedisStandaloneConfiguration as(String user) {
        RedisStandaloneConfiguration redis = new RedisStandaloneConfiguration(
                rig.server().host(), rig.server().port());
        redis.setUsername(user);
        redis.setPassword("secret");
        return redis;
    }

    /** A replica of a master that is not there. */
    private void becomeReadOnly() {
        rig.server().command("replicaof", "127.0.0.1", "1");
    }

    private void becomeWritable() {
        rig.server().command("replicaof", "no", "one");
    }
}
