/** What a backend implements. */
@NullMarked
package io.latchkey.spi;

import org.jspecify.annotations.NullMarked;
