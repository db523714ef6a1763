/** A Redis that comes with the sample, for machines that have none. */
@NullMarked
package io.latchkey.sample.redis;

import org.jspecify.annotations.NullMarked;
