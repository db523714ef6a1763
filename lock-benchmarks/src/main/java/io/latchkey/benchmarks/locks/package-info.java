/** The lock libraries that are compared, and the floors, each behind the same small interface. */
@NullMarked
package io.latchkey.benchmarks.locks;

import org.jspecify.annotations.NullMarked;
