/** What a worker process does with locks while it is measured. */
@NullMarked
package io.latchkey.benchmarks.load;

import org.jspecify.annotations.NullMarked;
