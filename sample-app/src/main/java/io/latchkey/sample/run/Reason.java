package io.latchkey.sample.run;

import io.latchkey.LockException;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/** Says in a sentence why something failed; what only a programmer would read goes to the log. */
final class Reason {

    private Reason() {}

    static String of(Exception failure) {
        if (failure instanceof LockException) {
            return "" + failure.getMessage();
        }
        if (failure instanceof DataAccessException || failure instanceof TransactionException) {
            return "The database does not answer. The log says more.";
        }
        return "Something unexpected happened. The log says more.";
    }
}
