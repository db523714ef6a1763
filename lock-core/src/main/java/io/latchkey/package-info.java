/** What a user of the locks imports. */
@NullMarked
package io.latchkey;

import org.jspecify.annotations.NullMarked;
