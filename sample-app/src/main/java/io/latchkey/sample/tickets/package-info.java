/** Two tills sell the last tickets of a show: with a lock exactly those there are, without one more. */
@NullMarked
package io.latchkey.sample.tickets;

import org.jspecify.annotations.NullMarked;
