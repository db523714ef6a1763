/** Locks in an application's own tests: in memory, to be held, lost, released and asserted. */
@NullMarked
package io.latchkey.spring.test;

import org.jspecify.annotations.NullMarked;
