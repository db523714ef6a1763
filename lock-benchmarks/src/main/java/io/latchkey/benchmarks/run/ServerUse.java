package io.latchkey.benchmarks.run;

import org.jspecify.annotations.Nullable;

/** What the servers did in one round; commands are known of Redis only. */
record ServerUse(@Nullable CommandCount commands, long cpuNanos) {}
