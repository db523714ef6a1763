/** Latchkey side by side with its peers: what to run, with which servers, and where the results go. */
@NullMarked
package io.latchkey.benchmarks;

import org.jspecify.annotations.NullMarked;
