/** Locks made of others: a quorum of independent servers, and several locks taken as one. */
@NullMarked
package io.latchkey.composite;

import org.jspecify.annotations.NullMarked;
