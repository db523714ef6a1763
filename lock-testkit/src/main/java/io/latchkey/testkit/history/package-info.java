/** What workers saw of their locks, written down as it happened, and the check of it. */
@NullMarked
package io.latchkey.testkit.history;

import org.jspecify.annotations.NullMarked;
