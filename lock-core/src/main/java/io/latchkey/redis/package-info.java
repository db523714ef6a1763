/** The Redis backend: keys, scripts, the subscription. */
@NullMarked
package io.latchkey.redis;

import org.jspecify.annotations.NullMarked;
