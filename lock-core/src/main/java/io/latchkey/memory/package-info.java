/** The in-memory backend: locks inside one JVM. */
@NullMarked
package io.latchkey.memory;

import org.jspecify.annotations.NullMarked;
