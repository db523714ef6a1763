package io.latchkey.spring.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.spring.annotation.DistributedLock;
import io.latchkey.testkit.RedisServer;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Transactional;

/**
 * Two whole applications share a Redis and a database, and each changes the same row thousands of times by reading it,
 * adding one in Java, and writing it back.
 */
@Timeout(240)
class TwoApplicationsTest {

    private static final int THREADS = 4;
    private static final int CHANGES_PER_THREAD = 500;
    private static final int CHANGES = 2 * THREADS * CHANGES_PER_THREAD;

    private static RedisServer redis;
    private static ConfigurableApplicationContext one;
    private static ConfigurableApplicationContext other;

    @BeforeAll
    static void start() {
        redis = RedisServer.start();
        String database = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
        one = application(database);
        other = application(database);
        JdbcTemplate jdbc = one.getBean(JdbcTemplate.class);
        jdbc.execute("create table account (id varchar(20) primary key, balance int not null)");
        jdbc.execute("insert into account values ('locked', 0), ('unlocked', 0), ('inner', 0)");
    }

    @AfterAll
    static void stop() {
        one.close();
        other.close();
        redis.close();
    }

    @Test
    void whenLockedShouldLoseNothing() {
        inBoth(Bank::addOne, "locked");

        assertThat(balance("locked")).isEqualTo(CHANGES);
        assertThat(redis.keys("latchkey:{io.latchkey.*}"))
                .as("locks left behind")
                .isEmpty();
    }

    @Test
    void whenLockedInsideTheCallersTransactionShouldLoseNothing() {
        inBoth((bank, account) -> bank.addOneInTransactionOfItsCaller(account), "inner");

        assertThat(balance("inner")).isEqualTo(CHANGES);
    }

    /** Shows that the two tests above would notice. */
    @Test
    void whenNotLockedShouldLoseUpdates() {
        inBoth(Bank::addOneWithoutLock, "unlocked");

        assertThat(balance("unlocked")).isLessThan(CHANGES);
    }

    private static int balance(String account) {
        return one.getBean(Bank.class).balance(account);
    }

    private static void inBoth(BiConsumer<Bank, String> change, String account) {
        ExecutorService threads = Executors.newFixedThreadPool(2 * THREADS);
        try {
            List<CompletableFuture<Void>> running = new ArrayList<>();
            for (ConfigurableApplicationContext application : List.of(one, other)) {
                Bank bank = application.getBean(Bank.class);
                for (int i = 0; i < THREADS; i++) {
                    running.add(CompletableFuture.runAsync(() -> repeat(() -> change.accept(bank, account)), threads));
                }
            }
            running.forEach(CompletableFuture::join);
        } finally {
            threads.shutdownNow();
        }
    }

    private static void repeat(Runnable change) {
        for (int i = 0; i < CHANGES_PER_THREAD; i++) {
            change.run();
        }
    }

    private static ConfigurableApplicationContext application(String database) {
        return new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .properties(
                        "spring.data.redis.host=" + redis.host(),
                        "spring.data.redis.port=" + redis.port(),
                        "spring.datasource.url=" + database,
                        "latchkey.wait-time=60s")
                .run();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @Bean
        Ledger ledger(JdbcTemplate jdbc) {
            return new Ledger(jdbc);
        }

        @Bean
        Bank bank(Ledger ledger) {
            return new Bank(ledger);
        }
    }

    /** The unguarded change. */
    public static class Ledger {

        private final JdbcTemplate jdbc;

        public Ledger(JdbcTemplate jdbc) {
            this.jdbc = jdbc;
        }

        public int balance(String account) {
            Integer balance = jdbc.queryForObject("select balance from account where id = ?", Integer.class, account);
            return balance == null ? -1 : balance;
        }

        public void addOne(String account) {
            int balance = balance(account);
            jdbc.update("update account set balance = ? where id = ?", balance + 1, account);
        }

        @DistributedLock(key = "#account")
        public void addOneLocked(String account) {
            addOne(account);
        }
    }

    public static class Bank {

        private final Ledger ledger;

        public Bank(Ledger ledger) {
            this.ledger = ledger;
        }

        public int balance(String account) {
            return ledger.balance(account);
        }

        @DistributedLock(key = "#account")
        @Transactional
        public void addOne(String account) {
            ledger.addOne(account);
        }

        @Transactional
        public void addOneWithoutLock(String account) {
            ledger.addOne(account);
        }

        @Transactional
        public void addOneInTransactionOfItsCaller(String account) {
            ledger.addOneLocked(account);
        }
    }
}
