package io.latchkey.spring.interceptor;

import io.latchkey.Lease;
import io.latchkey.spring.annotation.OnLost;
import java.util.Collection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Keeps the lock until the transaction of the caller is complete, as nobody else sees what was written under the lock
 * before. A lease that ends meanwhile keeps that transaction from being committed, unless that is to be ignored.
 */
final class AfterTransaction implements ReleaseTime {

    private static final Logger log = LoggerFactory.getLogger(AfterTransaction.class);

    @Override
    public boolean defer(ThreadHold hold, OnLost onLost) {
        boolean underWay = TransactionSynchronizationManager.isSynchronizationActive()
                && TransactionSynchronizationManager.isActualTransactionActive();
        if (!underWay || !hold.lease().isValid()) {
            return false;
        }
        TransactionSynchronizationManager.registerSynchronization(new Release(hold, onLost));
        return true;
    }

    @Override
    public boolean keepsAny(Collection<String> lockNames) {
        return TransactionSynchronizationManager.isSynchronizationActive()
                && TransactionSynchronizationManager.getSynchronizations().stream()
                        .anyMatch(then -> then instanceof Release release && release.isOfAny(lockNames));
    }

    private record Release(ThreadHold hold, OnLost onLost) implements TransactionSynchronization {

        boolean isOfAny(Collection<String> lockNames) {
            return hold.lease().parts().stream().map(Lease::name).anyMatch(lockNames::contains);
        }

        @Override
        public void beforeCommit(boolean readOnly) {
            if (onLost != OnLost.IGNORE) {
                hold.lease().ensureValid();
            }
        }

        @Override
        public void afterCompletion(int status) {
            RuntimeException failure = hold.release();
            if (failure != null) {
                log.warn("the lock of a transaction that is complete was not given back: {}", failure.getMessage());
            }
        }
    }
}
