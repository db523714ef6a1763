package io.latchkey.spring.autoconfigure;

/** The locks are to live in Redis, and the application has no connection to one. */
final class MissingConnectionFactoryException extends RuntimeException {

    MissingConnectionFactoryException() {
        super("latchkey.backend is redis, but there is no RedisConnectionFactory bean");
    }
}
