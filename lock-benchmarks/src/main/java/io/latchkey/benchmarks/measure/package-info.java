/** What is measured, and how rounds become one number. */
@NullMarked
package io.latchkey.benchmarks.measure;

import org.jspecify.annotations.NullMarked;
