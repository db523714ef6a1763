/** Waiting, leases, the watchdog and re-entrancy, for every kind of lock and every backend. */
@NullMarked
package io.latchkey.engine;

import org.jspecify.annotations.NullMarked;
