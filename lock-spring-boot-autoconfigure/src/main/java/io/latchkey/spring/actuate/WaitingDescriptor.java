package io.latchkey.spring.actuate;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A call of this process that waits.
 *
 * @param remaining until it gives up; null when it never does
 */
public record WaitingDescriptor(
        String name,
        String kind,
        String thread,
        Instant since,
        @Nullable Duration remaining) {}
