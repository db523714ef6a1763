package io.latchkey.spring.interceptor;

import static io.latchkey.spring.annotation.LockType.READ;
import static io.latchkey.spring.annotation.LockType.WRITE;
import static io.latchkey.spring.annotation.OnLost.IGNORE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.latchkey.LeaseLostException;
import io.latchkey.LockContext;
import io.latchkey.Locks;
import io.latchkey.NamedLock;
import io.latchkey.spring.annotation.DistributedLock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ContextConsumer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseBuilder;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseType;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Nobody else gets the lock before what was written under it can be seen. */
@Timeout(60)
class TransactionTest {

    private static void run(ContextConsumer<AssertableApplicationContext> test, String... properties) {
        LockedApp.inMemory(Shop.class)
                .withUserConfiguration(Database.class)
                .withPropertyValues(properties)
                .run(test);
    }

    @Test
    void shouldHoldTheLockBeforeTheTransactionBeginsAndUntilItIsCommitted() {
        run(context -> {
            Shop shop = context.getBean(Shop.class);

            shop.payInTransaction();

            assertThat(shop.log())
                    .containsExactly("began, locked: true", "body, locked: true", "committed, locked: true");
            assertThat(order(context).isLocked()).isFalse();
        });
    }

    @Test
    void whenTheOrderIsTheOtherWayRoundShouldStillHoldTheLockUntilTheTransactionIsCommitted() {
        run(
                context -> {
                    Shop shop = context.getBean(Shop.class);

                    shop.payInTransaction();

                    assertThat(shop.log())
                            .containsExactly("began, locked: false", "body, locked: true", "committed, locked: true");
                    assertThat(order(context).isLocked()).isFalse();
                },
                "latchkey.annotation.order=2147483647");
    }

    @Test
    void whenTheCallerHasATransactionShouldKeepTheLockUntilThatIsCommitted() {
        run(context -> {
            inTransaction(context, () -> {
                context.getBean(Shop.class).pay();
                assertThat(lockedByOther(context)).as("before the commit").isTrue();
            });

            assertThat(order(context).isLocked()).isFalse();
        });
    }

    @Test
    void whenTheCallersTransactionIsRolledBackShouldReleaseThen() {
        run(context -> {
            assertThatThrownBy(() -> inTransaction(context, () -> {
                        assertThatThrownBy(() -> context.getBean(Shop.class).fail())
                                .hasMessage("no money");
                        assertThat(order(context).isLocked()).isTrue();
                        throw new IllegalStateException("rolled back");
                    }))
                    .hasMessage("rolled back");

            assertThat(order(context).isLocked()).isFalse();
        });
    }

    @Test
    void whenCalledTwiceInOneTransactionShouldReleaseOnceItIsCommitted() {
        run(context -> {
            inTransaction(context, () -> {
                context.getBean(Shop.class).pay();
                context.getBean(Shop.class).pay();
                assertThat(order(context).getHoldCount()).isEqualTo(2);
            });

            assertThat(order(context).getHoldCount()).isZero();
            assertThat(order(context).isLocked()).isFalse();
        });
    }

    @Test
    void whenTheMethodHasATransactionOfItsOwnShouldWaitForTheCallers() {
        run(context -> {
            inTransaction(context, () -> {
                context.getBean(Shop.class).payInNewTransaction();
                assertThat(order(context).isLocked()).isTrue();
            });

            assertThat(order(context).isLocked()).isFalse();
        });
    }

    @Test
    void whenTheLeaseIsLostBeforeTheCallersCommitShouldRollBack() {
        run(context -> {
            assertThatThrownBy(() -> inTransaction(context, () -> {
                        context.getBean(Shop.class).pay();
                        order(context).forceUnlock();
                    }))
                    .isInstanceOf(LeaseLostException.class);

            assertThat(context.getBean(Shop.class).payments()).isZero();
        });
    }

    @Test
    void whenTheLeaseIsLostInTheBodyShouldFailTheCall() {
        run(context -> inTransaction(context, () -> assertThatThrownBy(
                        () -> context.getBean(Shop.class).payAndLose())
                .isInstanceOf(LeaseLostException.class)));
    }

    @Test
    void whenLossIsIgnoredShouldCommit() {
        run(context -> {
            inTransaction(context, () -> {
                context.getBean(Shop.class).payAnyway();
                order(context).forceUnlock();
            });

            assertThat(context.getBean(Shop.class).payments()).isEqualTo(1);
        });
    }

    @Test
    void whenReadingComesBeforeWritingShouldSayThatTheTransactionStillReads() {
        run(context -> inTransaction(context, () -> {
            Shop shop = context.getBean(Shop.class);
            shop.read();

            assertThatThrownBy(shop::write)
                    .isInstanceOf(IllegalMonitorStateException.class)
                    .hasMessage(
                            "Shop.write() wants to write under [catalogue], which this thread still holds for reading"
                                    + " until its transaction is complete; take WRITE first in a transaction that does both");
        }));
    }

    @Test
    void whenWritingComesBeforeReadingShouldDoBoth() {
        run(context -> {
            inTransaction(context, () -> {
                context.getBean(Shop.class).write();
                context.getBean(Shop.class).read();
            });

            assertThat(context.getBean(Locks.class)
                            .readWrite("catalogue")
                            .writeLock()
                            .isLocked())
                    .isFalse();
        });
    }

    @Test
    void whenSomebodyElseReadsOnThisThreadShouldLeaveTheAdviceToTheLock() {
        run(context -> inTransaction(context, () -> {
            NamedLock reading =
                    context.getBean(Locks.class).readWrite("catalogue").readLock();
            reading.lock();
            try {
                assertThatThrownBy(() -> context.getBean(Shop.class).write())
                        .isInstanceOf(IllegalMonitorStateException.class)
                        .hasMessageContaining("unlock the read lock before taking the write lock");
            } finally {
                reading.unlock();
            }
        }));
    }

    /** Its body runs elsewhere, and sees nothing of the transaction. */
    @Test
    void whenTheMethodReturnsAStageShouldNotWaitForTheCallersTransaction() {
        run(context -> inTransaction(context, () -> {
            assertThat(context.getBean(Shop.class).payLater())
                    .succeedsWithin(Duration.ofSeconds(20))
                    .isEqualTo("in a transaction: false");

            assertThat(order(context).isLocked()).as("before the commit").isFalse();
        }));
    }

    private static NamedLock order(AssertableApplicationContext context) {
        return context.getBean(Locks.class).reentrant("order");
    }

    private static boolean lockedByOther(AssertableApplicationContext context) {
        return order(context).isLocked();
    }

    private static void inTransaction(AssertableApplicationContext context, Runnable work) {
        new TransactionTemplate(context.getBean(PlatformTransactionManager.class))
                .executeWithoutResult(status -> work.run());
    }

    @Configuration(proxyBeanMethods = false)
    @EnableTransactionManagement(order = Ordered.LOWEST_PRECEDENCE - 1)
    static class Database {

        @Bean
        DataSource dataSource() {
            return new EmbeddedDatabaseBuilder()
                    .setType(EmbeddedDatabaseType.H2)
                    .generateUniqueName(true)
                    .build();
        }

        @Bean
        JdbcTemplate jdbcTemplate(DataSource dataSource) {
            JdbcTemplate jdbc = new JdbcTemplate(dataSource);
            jdbc.execute("create table payment (id int)");
            return jdbc;
        }

        @Bean
        PlatformTransactionManager transactionManager(DataSource dataSource, ObjectProvider<Shop> shop) {
            return new JdbcTransactionManager(dataSource) {
                @Override
                protected void doBegin(Object transaction, TransactionDefinition definition) {
                    shop.getObject().note("began");
                    super.doBegin(transaction, definition);
                }
            };
        }
    }

    public static class Shop {

        private final List<String> log = new ArrayList<>();
        private final JdbcTemplate jdbc;
        private final Locks locks;

        public Shop(JdbcTemplate jdbc, Locks locks) {
            this.jdbc = jdbc;
            this.locks = locks;
        }

        public List<String> log() {
            return log;
        }

        public int payments() {
            Integer count = jdbc.queryForObject("select count(*) from payment", Integer.class);
            return count == null ? 0 : count;
        }

        @DistributedLock(name = "order")
        @Transactional
        public void payInTransaction() {
            note("body");
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void afterCommit() {
                    note("committed");
                }
            });
        }

        @DistributedLock(name = "order")
        @Transactional(propagation = Propagation.REQUIRES_NEW)
        public void payInNewTransaction() {
            insert();
        }

        @DistributedLock(name = "order")
        public void pay() {
            insert();
        }

        @DistributedLock(name = "order", onLost = IGNORE)
        public void payAnyway() {
            insert();
        }

        @DistributedLock(name = "order")
        public void payAndLose() {
            insert();
            locks.reentrant("order").forceUnlock();
            assertThat(LockContext.currentLease().orElseThrow().isValid()).isFalse();
        }

        @DistributedLock(name = "order")
        public void fail() {
            throw new IllegalStateException("no money");
        }

        @DistributedLock(name = "catalogue", type = READ)
        public void read() {}

        @DistributedLock(name = "catalogue", type = WRITE)
        public void write() {}

        @DistributedLock(name = "order")
        public CompletableFuture<String> payLater() {
            return CompletableFuture.completedFuture(
                    "in a transaction: " + TransactionSynchronizationManager.isActualTransactionActive());
        }

        private void insert() {
            jdbc.update("insert into payment values (1)");
        }

        void note(String what) {
            log.add(what + ", locked: " + locks.reentrant("order").isHeldByCurrentThread());
        }
    }
}
