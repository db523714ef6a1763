package io.latchkey.spring.interceptor;

import io.latchkey.LeaseLostException;
import io.latchkey.spring.annotation.OnLost;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a call ends in, of what its body and the release of its lock ended in. */
final class Ending {

    private static final Logger log = LoggerFactory.getLogger(Ending.class);

    private Ending() {}

    /**
     * Weighs the two against each other.
     *
     * @param body what the body threw, if it did
     * @param release what the release threw, if it did
     * @return what the caller is to see; null when that is the body's result
     */
    static @Nullable Throwable of(OnLost onLost, @Nullable Throwable body, @Nullable Throwable release) {
        if (release == null || release == body) {
            return body;
        }
        if (body == null) {
            return onLost == OnLost.IGNORE ? ignored(release) : release;
        }
        if (onLost == OnLost.INTERRUPT && release instanceof LeaseLostException && isStopped(body)) {
            release.addSuppressed(body);
            return release;
        }
        body.addSuppressed(release);
        return body;
    }

    private static @Nullable Throwable ignored(Throwable release) {
        log.warn("ignored, as onLost = IGNORE: {}", release.getMessage());
        return null;
    }

    /** Whether the body ended as it does when it is stopped from outside. */
    private static boolean isStopped(Throwable body) {
        for (Throwable cause = body; cause != null; cause = cause.getCause()) {
            if (cause instanceof InterruptedException || cause instanceof CancellationException) {
                return true;
            }
        }
        return false;
    }
}
