/** Locks for code on Reactor. */
@NullMarked
package io.latchkey.spring.reactive;

import org.jspecify.annotations.NullMarked;
