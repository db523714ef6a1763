/** What the processes of the shop tell each other, and the pages that watch. */
@NullMarked
package io.latchkey.sample.live;

import org.jspecify.annotations.NullMarked;
