/** Sends visitors to the shop and writes down what became of them. */
@NullMarked
package io.latchkey.sample.run;

import org.jspecify.annotations.NullMarked;
