package io.latchkey.sample;

import io.latchkey.LockException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;

/** Tells a caller in a sentence what went wrong, where Spring's own words would not. */
@RestControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
class Problems {

    @ExceptionHandler
    ProblemDetail wrongType(MethodArgumentTypeMismatchException e) {
        String kind = e.getRequiredType() == boolean.class ? "true or false" : "a whole number";
        return ProblemDetail.forStatusAndDetail(
                HttpStatus.BAD_REQUEST, "%s must be %s, was '%s'".formatted(e.getName(), kind, e.getValue()));
    }

    /** Busy for too long, or Redis cannot be reached: worth another try later. */
    @ExceptionHandler
    ProblemDetail noLock(LockException e) {
        return ProblemDetail.forStatusAndDetail(HttpStatus.SERVICE_UNAVAILABLE, e.getMessage());
    }
}
