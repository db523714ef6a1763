package io.latchkey.spring.interceptor;

/** Digs what is wrong with an annotation out of what the start failed with. */
final class WrongUse {

    private WrongUse() {}

    static InvalidDistributedLockException in(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof InvalidDistributedLockException wrong) {
                return wrong;
            }
        }
        throw new AssertionError("failed for another reason", failure);
    }
}
