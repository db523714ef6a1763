/** What the page talks to. */
@NullMarked
package io.latchkey.sample.web;

import org.jspecify.annotations.NullMarked;
