package io.latchkey.spring.interceptor;

import io.latchkey.Lease;
import io.latchkey.spring.annotation.OnLost;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.NoTransactionException;
import org.springframework.transaction.reactive.TransactionSynchronization;
import org.springframework.transaction.reactive.TransactionSynchronizationManager;
import reactor.core.publisher.Mono;

/** What {@link AfterTransaction} does, for transactions that the reactive context carries. */
final class AfterReactiveTransaction implements ReactiveReleaseTime {

    private static final Logger log = LoggerFactory.getLogger(AfterReactiveTransaction.class);

    @Override
    public Mono<Boolean> defer(Lease lease, OnLost onLost) {
        return TransactionSynchronizationManager.forCurrentTransaction()
                .map(transaction -> defer(transaction, lease, onLost))
                .onErrorReturn(NoTransactionException.class, false);
    }

    private static boolean defer(TransactionSynchronizationManager transaction, Lease lease, OnLost onLost) {
        boolean underWay = transaction.isSynchronizationActive() && transaction.isActualTransactionActive();
        if (!underWay || !lease.isValid()) {
            return false;
        }
        transaction.registerSynchronization(new Release(lease, onLost));
        return true;
    }

    private record Release(Lease lease, OnLost onLost) implements TransactionSynchronization {

        @Override
        public Mono<Void> beforeCommit(boolean readOnly) {
            return onLost == OnLost.IGNORE ? Mono.empty() : Mono.fromRunnable(lease::ensureValid);
        }

        @Override
        public Mono<Void> afterCompletion(int status) {
            return Mono.fromFuture(lease::releaseAsync).onErrorResume(failure -> {
                log.warn("the lock of a transaction that is complete was not given back: {}", failure.getMessage());
                return Mono.empty();
            });
        }
    }
}
