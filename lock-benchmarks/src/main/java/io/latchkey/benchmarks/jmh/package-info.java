/** What needs no server, measured with JMH. */
@NullMarked
package io.latchkey.benchmarks.jmh;

import org.jspecify.annotations.NullMarked;
