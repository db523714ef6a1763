package io.latchkey.sample.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.LockException;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.transaction.CannotCreateTransactionException;

class ReasonTest {

    @Test
    void shouldBeASentenceForPeople() {
        assertThat(Reason.of(new DataAccessResourceFailureException("select 1; SQL state 08006")))
                .isEqualTo("The database does not answer. The log says more.");
        assertThat(Reason.of(new CannotCreateTransactionException("java.sql.SQLException")))
                .isEqualTo("The database does not answer. The log says more.");
        assertThat(Reason.of(new IllegalStateException("null")))
                .isEqualTo("Something unexpected happened. The log says more.");
    }

    @Test
    void whenALockFailedShouldSayWhatItSaid() {
        assertThat(Reason.of(new LockException("till", "lock 'till' was not free")))
                .isEqualTo("lock 'till' was not free");
    }
}
