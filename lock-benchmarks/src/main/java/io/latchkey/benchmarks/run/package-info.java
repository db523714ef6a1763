/** The servers and worker processes of a run, and one round of a scenario on them. */
@NullMarked
package io.latchkey.benchmarks.run;

import org.jspecify.annotations.NullMarked;
