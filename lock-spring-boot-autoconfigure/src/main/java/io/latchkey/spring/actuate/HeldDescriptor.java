package io.latchkey.spring.actuate;

import java.time.Duration;
import java.time.Instant;

/** A lease of this process. */
public record HeldDescriptor(
        String name,
        String kind,
        String thread,
        Instant since,
        Duration remaining,
        boolean renewed,
        long fencingToken) {}
