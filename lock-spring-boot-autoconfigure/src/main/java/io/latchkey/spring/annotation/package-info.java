/** What users write on their methods. */
@NullMarked
package io.latchkey.spring.annotation;

import org.jspecify.annotations.NullMarked;
