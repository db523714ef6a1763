/** What ahead-of-time processing must know to make a native image. */
@NullMarked
package io.latchkey.spring.aot;

import org.jspecify.annotations.NullMarked;
