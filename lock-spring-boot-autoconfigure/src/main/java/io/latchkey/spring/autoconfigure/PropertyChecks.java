package io.latchkey.spring.autoconfigure;

import java.time.Duration;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/** The ranges of the properties, told by the names that users write. */
final class PropertyChecks {

    private static final Duration SHORTEST_LEASE = Duration.ofMillis(1);
    private static final Duration LONGEST = Duration.ofDays(3650);

    private static final Duration LONGEST_NODE_TIMEOUT = Duration.ofHours(1);

    private PropertyChecks() {}

    static void lease(String property, Duration value) {
        check(
                value.compareTo(SHORTEST_LEASE) >= 0 && value.compareTo(LONGEST) <= 0,
                property,
                value,
                "it must be between 1ms and 3650d, as in 30s");
    }

    static void positive(String property, Duration value) {
        check(
                value.compareTo(Duration.ZERO) > 0 && value.compareTo(LONGEST) <= 0,
                property,
                value,
                "it must be more than 0s and at most 3650d, as in 2s");
    }

    static void waiterTimeout(String property, Duration value) {
        check(
                value.compareTo(Duration.ofMillis(100)) >= 0 && value.compareTo(Duration.ofHours(1)) <= 0,
                property,
                value,
                "it must be between 100ms and 1h, as in 5s");
    }

    static void zeroOrMore(String property, Duration value) {
        check(!value.isNegative(), property, value, "it must be 0s or more, as in 10s");
    }

    static void zeroOrMore(String property, int value) {
        check(value >= 0, property, value, "it must be 0 or more, as in 1");
    }

    /** An answer that comes later is of no use. */
    static void replicaTimeout(Duration value, Duration leaseTime, Duration commandTimeout) {
        check(
                value.compareTo(leaseTime.dividedBy(3)) <= 0 && value.compareTo(commandTimeout.dividedBy(2)) <= 0,
                "latchkey.redis.replica-timeout",
                value,
                "it must be at most a third of latchkey.lease-time and half of latchkey.redis.command-timeout, as in 500ms");
    }

    static void keyPrefix(String property, String value) {
        check(
                !value.isBlank() && !value.contains("{") && !value.contains("}"),
                property,
                value,
                "it must not be blank and must not contain braces, as in latchkey:");
    }

    static void nodeTimeout(String property, Duration value) {
        check(
                value.compareTo(Duration.ZERO) > 0 && value.compareTo(LONGEST_NODE_TIMEOUT) <= 0,
                property,
                value,
                "it must be more than 0s and at most 1h, as in 1s");
    }

    static void lockName(String property, String value) {
        check(!value.isBlank(), property, value, "a name in it must not be blank, as in orders,invoices");
    }

    static void check(boolean valid, String property, Object value, String rule) {
        if (!valid) {
            throw new InvalidConfigurationPropertyValueException(property, value, rule);
        }
    }
}
