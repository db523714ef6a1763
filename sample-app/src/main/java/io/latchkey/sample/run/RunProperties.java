package io.latchkey.sample.run;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How fast things go in the shop.
 *
 * @param workTime How long a payment, a walk or the packing of a parcel takes.
 * @param pace Time from one visitor's arrival at a process to the next one's.
 */
@ConfigurationProperties("sample")
record RunProperties(
        @DefaultValue("20ms") Duration workTime,
        @DefaultValue("2ms") Duration pace) {

    private static final Duration LONGEST = Duration.ofMinutes(1);

    RunProperties {
        check("sample.work-time", workTime);
        check("sample.pace", pace);
    }

    private static void check(String property, Duration value) {
        if (value.isNegative() || value.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "%s must be between 0 and %s, was %s".formatted(property, LONGEST, value));
        }
    }
}
