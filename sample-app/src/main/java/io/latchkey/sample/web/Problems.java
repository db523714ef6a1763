package io.latchkey.sample.web;

import io.latchkey.LockException;
import io.latchkey.sample.holder.StoryException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/** Tells people in a sentence what went wrong; what only a programmer would read goes to the log. */
@RestControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
class Problems extends ResponseEntityExceptionHandler {

    private static final Logger log = LoggerFactory.getLogger(Problems.class);

    @ExceptionHandler
    ProblemDetail badInput(BadInputException e) {
        ProblemDetail problem = problem(HttpStatus.BAD_REQUEST, "" + e.getMessage());
        problem.setProperty("field", e.field());
        return problem;
    }

    @ExceptionHandler
    ProblemDetail busy(BusyException e) {
        return problem(HttpStatus.CONFLICT, "" + e.getMessage());
    }

    @ExceptionHandler
    ProblemDetail story(StoryException e) {
        return problem(HttpStatus.CONFLICT, "" + e.getMessage());
    }

    /** Redis cannot be reached, most of the time. */
    @ExceptionHandler
    ProblemDetail noLock(LockException e) {
        return problem(HttpStatus.SERVICE_UNAVAILABLE, "" + e.getMessage());
    }

    @ExceptionHandler
    ProblemDetail noDatabase(DataAccessException e) {
        log.warn("the database", e);
        return problem(
                HttpStatus.SERVICE_UNAVAILABLE,
                "The database does not answer. If it ended with the process that was started first, start this one again.");
    }

    @ExceptionHandler
    ProblemDetail unexpected(RuntimeException e) {
        log.error("unexpected", e);
        return problem(HttpStatus.INTERNAL_SERVER_ERROR, "That should not have happened. The log says more.");
    }

    private static ProblemDetail problem(HttpStatus status, String detail) {
        return ProblemDetail.forStatusAndDetail(status, detail);
    }
}
