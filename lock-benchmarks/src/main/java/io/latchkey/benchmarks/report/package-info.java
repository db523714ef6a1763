/** Tables, JSON and charts. */
@NullMarked
package io.latchkey.benchmarks.report;

import org.jspecify.annotations.NullMarked;
