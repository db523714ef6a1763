package io.latchkey.spring.interceptor;

import org.jspecify.annotations.Nullable;

/** Digs what is wrong with an annotation out of what the start failed with. */
final class WrongUse {

    private WrongUse() {}

    static InvalidDistributedLockException in(@Nullable Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof InvalidDistributedLockException wrong) {
                return wrong;
            }
        }
        throw new AssertionError("failed for another reason", failure);
    }
}
