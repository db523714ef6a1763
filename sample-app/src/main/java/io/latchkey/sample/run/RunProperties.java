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
        @DefaultValue("2ms") Duration pace) {}
