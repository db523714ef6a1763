/** The database all processes of the shop share. */
@NullMarked
package io.latchkey.sample.database;

import org.jspecify.annotations.NullMarked;
