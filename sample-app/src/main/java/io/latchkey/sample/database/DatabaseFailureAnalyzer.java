package io.latchkey.sample.database;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.jdbc.CannotGetJdbcConnectionException;

/** Says what to do when the database does not answer at the start. */
final class DatabaseFailureAnalyzer extends AbstractFailureAnalyzer<CannotGetJdbcConnectionException> {

    private static final String ACTION = """
            Do one of these:
              - start the database, or correct spring.datasource.url, username and password;
              - leave them out, and the sample uses a database of its own.""";

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, CannotGetJdbcConnectionException cause) {
        Throwable root = NestedExceptionUtils.getMostSpecificCause(cause);
        return new FailureAnalysis("The database cannot be reached: " + root.getMessage(), ACTION, cause);
    }
}
