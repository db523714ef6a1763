package io.latchkey.spring.actuate;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A lease of this process.
 *
 * @param fencingToken null for a kind that has none
 */
public record HeldDescriptor(
        String name,
        String kind,
        String thread,
        Instant since,
        Duration remaining,
        boolean renewed,
        @Nullable Long fencingToken) {}
