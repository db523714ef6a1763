package io.latchkey.sample.redis;

import org.jspecify.annotations.Nullable;

/** The sample's own Redis cannot be had. */
final class EmbeddedRedisException extends RuntimeException {

    EmbeddedRedisException(String message) {
        this(message, null);
    }

    EmbeddedRedisException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
