/** A small application that shows locks at work. */
@NullMarked
package io.latchkey.sample;

import org.jspecify.annotations.NullMarked;
