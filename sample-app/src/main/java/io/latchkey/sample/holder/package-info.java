/** A process that holds a lock and is frozen or killed, and what becomes of its late write. */
@NullMarked
package io.latchkey.sample.holder;

import org.jspecify.annotations.NullMarked;
