package io.latchkey.spring.interceptor;

import org.jspecify.annotations.Nullable;

/** A {@code @DistributedLock} that cannot work as it is written. */
final class InvalidDistributedLockException extends IllegalStateException {

    private final String problem;
    private final String remedy;

    /**
     * Says what is wrong, and what to do about it.
     *
     * @param problem what is wrong, and where, as a sentence without its full stop
     * @param remedy what to write instead, likewise
     */
    InvalidDistributedLockException(String problem, String remedy) {
        this(problem, remedy, null);
    }

    InvalidDistributedLockException(String problem, String remedy, @Nullable Throwable cause) {
        super(problem + ". " + remedy + ".", cause);
        this.problem = problem;
        this.remedy = remedy;
    }

    String problem() {
        return problem + ".";
    }

    String remedy() {
        return remedy + ".";
    }
}
