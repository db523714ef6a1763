/** The endpoint that shows the locks and, if allowed to, forces one open. */
@NullMarked
package io.latchkey.spring.actuate;

import org.jspecify.annotations.NullMarked;
