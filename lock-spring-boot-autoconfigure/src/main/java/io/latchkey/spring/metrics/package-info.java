/** What is measured and observed of the locks, with Micrometer. */
@NullMarked
package io.latchkey.spring.metrics;

import org.jspecify.annotations.NullMarked;
