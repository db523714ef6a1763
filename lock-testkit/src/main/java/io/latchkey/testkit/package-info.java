/** Fixtures of this project's own tests: Redis servers, a fault proxy, worker processes, contracts of locks. */
@NullMarked
package io.latchkey.testkit;

import org.jspecify.annotations.NullMarked;
