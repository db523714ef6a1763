package io.latchkey.spring.interceptor;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.boot.convert.DurationStyle;

/** Reads the times of an annotation, each a number or a text. */
final class LockTimes {

    private static final long NOT_GIVEN = -1;
    private static final Duration SHORTEST_LEASE = Duration.ofMillis(1);
    private static final Duration LONGEST = Duration.ofDays(3650);

    private LockTimes() {}

    /** How long to wait; null when that is not given. */
    static @Nullable Duration waitTime(ConfigurableBeanFactory beans, LockedMethod locked) {
        return read(beans, locked, "waitTime", Duration.ZERO, "0 or more");
    }

    /** How long to hold the lock at most; null when that is not given. */
    static @Nullable Duration leaseTime(ConfigurableBeanFactory beans, LockedMethod locked) {
        return read(beans, locked, "leaseTime", SHORTEST_LEASE, "1 ms or more");
    }

    private static @Nullable Duration read(
            ConfigurableBeanFactory beans, LockedMethod locked, String attribute, Duration least, String range) {
        Duration time = read(beans, locked, attribute);
        if (time != null && (time.compareTo(least) < 0 || time.compareTo(LONGEST) > 0)) {
            throw locked.wrong(attribute + " is " + time, "Write " + range + " and at most 3650 days, or leave it out");
        }
        return time;
    }

    private static @Nullable Duration read(ConfigurableBeanFactory beans, LockedMethod locked, String attribute) {
        long number = locked.annotation().getLong(attribute);
        String text = locked.annotation().getString(attribute + "String");
        if (text.isBlank()) {
            return number == NOT_GIVEN ? null : duration(locked, attribute, number);
        }
        if (number != NOT_GIVEN) {
            throw locked.wrong("both %s and %sString are given".formatted(attribute, attribute), "Write one of them");
        }
        return parse(locked, attribute + "String", Placeholders.resolve(beans, locked, attribute + "String"));
    }

    private static Duration duration(LockedMethod locked, String attribute, long number) {
        try {
            return Duration.of(number, unit(locked).toChronoUnit());
        } catch (ArithmeticException e) {
            throw locked.wrong(
                    "%s is %d %s".formatted(attribute, number, unit(locked)),
                    "Write at most 3650 days, or leave it out",
                    e);
        }
    }

    private static Duration parse(LockedMethod locked, String attribute, String text) {
        try {
            return DurationStyle.detectAndParse(text.strip(), unit(locked).toChronoUnit());
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw locked.wrong(attribute + " '" + text + "' is no time", "Write a time such as 10s, 500ms or PT10S", e);
        }
    }

    private static TimeUnit unit(LockedMethod locked) {
        return locked.annotation().getEnum("timeUnit", TimeUnit.class);
    }
}
