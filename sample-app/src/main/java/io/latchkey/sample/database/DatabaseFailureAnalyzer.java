package io.latchkey.sample.database;

import java.util.List;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.CannotGetJdbcConnectionException;

/** Says what to do when the database does not answer at the start. */
final class DatabaseFailureAnalyzer extends AbstractFailureAnalyzer<CannotGetJdbcConnectionException> {

    private static final String ACTION = """
            Do one of these:
              - start the database, or correct spring.datasource.url, username and password;
              - leave %s out, and the sample uses a database of its own.""";

    /** Those that bring a database of their own. */
    private static final List<String> PROFILES = List.of("postgres", "compose");

    private final Environment environment;

    DatabaseFailureAnalyzer(Environment environment) {
        this.environment = environment;
    }

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, CannotGetJdbcConnectionException cause) {
        Throwable root = NestedExceptionUtils.getMostSpecificCause(cause);
        return new FailureAnalysis(
                "The database cannot be reached: " + root.getMessage(), ACTION.formatted(whatNamesIt()), cause);
    }

    private String whatNamesIt() {
        return PROFILES.stream()
                .filter(List.of(environment.getActiveProfiles())::contains)
                .map("the profile '%s' and spring.datasource.*"::formatted)
                .findFirst()
                .orElse("spring.datasource.*");
    }
}
