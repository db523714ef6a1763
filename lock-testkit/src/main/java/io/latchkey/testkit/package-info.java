/** Fixtures of this project's own tests: Redis servers, a fault proxy, worker processes, manual time. */
@NullMarked
package io.latchkey.testkit;

import org.jspecify.annotations.NullMarked;
