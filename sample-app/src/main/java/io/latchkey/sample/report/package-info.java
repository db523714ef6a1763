/** A nightly job that several processes start and one runs. */
@NullMarked
package io.latchkey.sample.report;

import org.jspecify.annotations.NullMarked;
