package io.latchkey.spring.interceptor;

import static io.latchkey.spring.annotation.OnLost.IGNORE;
import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.LeaseLostException;
import io.latchkey.LockTimeoutException;
import io.latchkey.Locks;
import io.latchkey.NamedLock;
import io.latchkey.spring.annotation.DistributedLock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.reactive.AbstractReactiveTransactionManager;
import org.springframework.transaction.reactive.GenericReactiveTransaction;
import org.springframework.transaction.reactive.TransactionSynchronizationManager;
import org.springframework.transaction.reactive.TransactionalOperator;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** What {@link TransactionTest} says, for transactions that travel in the reactive context. */
@Timeout(60)
class ReactiveTransactionTest {

    private static final Duration SOON = Duration.ofSeconds(20);

    private static void run(Scenario scenario) {
        LockedApp.inMemory(Shop.class, Transactions.class, Enabled.class)
                .run(context -> scenario.run(
                        context.getBean(Shop.class),
                        context.getBean(Transactions.class),
                        context.getBean(Locks.class).reentrant("order")));
    }

    @Test
    void shouldHoldTheLockBeforeTheTransactionBeginsAndUntilItIsCommitted() {
        run((shop, transactions, lock) -> {
            StepVerifier.create(shop.payInTransaction())
                    .expectNext("paid")
                    .expectComplete()
                    .verify(SOON);

            assertThat(transactions.log()).containsExactly("begin, locked: true", "commit, locked: true");
            assertThat(lock.isLocked()).isFalse();
        });
    }

    @Test
    void whenTheCallerHasATransactionShouldKeepTheLockUntilThatIsCommitted() {
        run((shop, transactions, lock) -> {
            Mono<String> work =
                    shop.pay().doOnNext(paid -> assertThat(lock.isLocked()).isTrue());

            StepVerifier.create(TransactionalOperator.create(transactions).transactional(work))
                    .expectNext("paid")
                    .expectComplete()
                    .verify(SOON);

            assertThat(transactions.log()).containsExactly("begin, locked: false", "commit, locked: true");
            assertThat(lock.isLocked()).isFalse();
        });
    }

    @Test
    void whenTheCallersTransactionIsRolledBackShouldReleaseThen() {
        run((shop, transactions, lock) -> {
            Mono<String> work = shop.pay().then(Mono.error(new IllegalStateException("no money")));

            StepVerifier.create(TransactionalOperator.create(transactions).transactional(work))
                    .expectErrorMessage("no money")
                    .verify(SOON);

            assertThat(transactions.log()).containsExactly("begin, locked: false", "rollback, locked: true");
            assertThat(lock.isLocked()).isFalse();
        });
    }

    @Test
    void whenTheLeaseIsLostBeforeTheCallersCommitShouldRollBack() {
        run((shop, transactions, lock) -> {
            Mono<String> work = shop.pay().doOnNext(paid -> lock.forceUnlock());

            StepVerifier.create(TransactionalOperator.create(transactions).transactional(work))
                    .expectError(LeaseLostException.class)
                    .verify(SOON);

            assertThat(transactions.log()).containsExactly("begin, locked: false", "rollback, locked: false");
        });
    }

    @Test
    void whenLossIsIgnoredShouldCommit() {
        run((shop, transactions, lock) -> {
            Mono<String> work = shop.payAnyway().doOnNext(paid -> lock.forceUnlock());

            StepVerifier.create(TransactionalOperator.create(transactions).transactional(work))
                    .expectNext("paid")
                    .expectComplete()
                    .verify(SOON);

            assertThat(transactions.log()).containsExactly("begin, locked: false", "commit, locked: false");
        });
    }

    /** No thread holds the lock, so nobody enters it again. */
    @Test
    void whenTheSameLockIsWantedTwiceInOneTransactionShouldWaitInVain() {
        run((shop, transactions, lock) -> {
            Mono<String> work = shop.pay().then(shop.payAtOnce());

            StepVerifier.create(TransactionalOperator.create(transactions).transactional(work))
                    .expectError(LockTimeoutException.class)
                    .verify(SOON);

            assertThat(transactions.log()).containsExactly("begin, locked: false", "rollback, locked: true");
            assertThat(lock.isLocked()).isFalse();
        });
    }

    @FunctionalInterface
    interface Scenario {

        void run(Shop shop, Transactions transactions, NamedLock lock);
    }

    @EnableTransactionManagement
    static class Enabled {}

    public static class Shop {

        @DistributedLock(name = "order")
        @Transactional
        public Mono<String> payInTransaction() {
            return Mono.just("paid");
        }

        @DistributedLock(name = "order")
        public Mono<String> pay() {
            return Mono.just("paid");
        }

        @DistributedLock(name = "order", waitTime = 0)
        public Mono<String> payAtOnce() {
            return Mono.just("paid");
        }

        @DistributedLock(name = "order", onLost = IGNORE)
        public Mono<String> payAnyway() {
            return Mono.just("paid");
        }
    }

    /** Transactions of nothing, which only tell when they begin and end. */
    static class Transactions extends AbstractReactiveTransactionManager {

        private final List<String> log = new CopyOnWriteArrayList<>();
        private final Locks locks;

        Transactions(Locks locks) {
            this.locks = locks;
        }

        List<String> log() {
            return log;
        }

        private Mono<Void> note(String what) {
            return Mono.fromRunnable(
                    () -> log.add(what + ", locked: " + locks.reentrant("order").isLocked()));
        }

        @Override
        protected Object doGetTransaction(TransactionSynchronizationManager synchronizations) {
            return new Object();
        }

        @Override
        protected Mono<Void> doBegin(
                TransactionSynchronizationManager synchronizations,
                Object transaction,
                TransactionDefinition definition) {
            return note("begin");
        }

        @Override
        protected Mono<Void> doCommit(
                TransactionSynchronizationManager synchronizations, GenericReactiveTransaction status) {
            return note("commit");
        }

        @Override
        protected Mono<Void> doRollback(
                TransactionSynchronizationManager synchronizations, GenericReactiveTransaction status) {
            return note("rollback");
        }
    }
}
