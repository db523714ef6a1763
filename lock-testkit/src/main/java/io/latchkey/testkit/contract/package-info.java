/** What every kind of lock must do on every backend, as tests to inherit. */
@NullMarked
package io.latchkey.testkit.contract;

import org.jspecify.annotations.NullMarked;
