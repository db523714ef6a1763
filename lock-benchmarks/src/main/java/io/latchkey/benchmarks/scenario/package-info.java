/** The scenarios, and the targets Latchkey has in them. */
@NullMarked
package io.latchkey.benchmarks.scenario;

import org.jspecify.annotations.NullMarked;
