/** Time that tests move by hand. */
@NullMarked
package io.latchkey.testing;

import org.jspecify.annotations.NullMarked;
