package io.latchkey.sample.holder;

import io.latchkey.Lease;
import io.latchkey.LockException;
import io.latchkey.redis.RedisLocks;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import tools.jackson.databind.json.JsonMapper;

/**
 * A program of its own that takes the lock and does what it is told on its standard input: {@code write} to the ledger,
 * {@code release} the lock. It says what happens on its standard output, and ends when nobody tells it anything any more.
 *
 * <p>It writes without looking at its lease: it stands for code that was already past that check when it was stopped.
 */
final class HolderProcess {

    private HolderProcess() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        try {
            hold();
        } catch (LockException | DataAccessException e) {
            System.err.println("The holder ends: " + e.getMessage());
        }
    }

    private static void hold() throws IOException, InterruptedException {
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        HolderSettings settings = JsonMapper.shared().readValue(orders.readLine(), HolderSettings.class);
        Ledger ledger = new Ledger(JdbcClient.create(new DriverManagerDataSource(
                settings.databaseUrl(), settings.databaseUser(), settings.databasePassword())));
        LettuceConnectionFactory redis = settings.connectionFactory();
        try (RedisLocks locks = RedisLocks.builder(redis)
                        .keyPrefix(settings.keyPrefix())
                        .leaseTime(settings.leaseTime())
                        .build();
                Lease lease = locks.reentrant(HolderStory.LOCK).acquire(Duration.ofSeconds(20))) {
            say("held", lease.fencingToken());
            lease.onLost(lost -> say("lost", lost.fencingToken()));
            obey(orders, lease, ledger);
        } finally {
            redis.destroy();
        }
    }

    private static void obey(BufferedReader orders, Lease lease, Ledger ledger) throws IOException {
        for (String order = orders.readLine(); order != null; order = orders.readLine()) {
            if (order.equals("release")) {
                return;
            }
            boolean written = ledger.write("the holder", lease.fencingToken());
            say(written ? "written" : "refused", lease.fencingToken());
        }
    }

    private static synchronized void say(String what, long token) {
        System.out.println(what + " " + token);
        System.out.flush();
    }
}
