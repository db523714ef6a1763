/** Wires the locks into a Spring Boot application. */
@NullMarked
package io.latchkey.spring.autoconfigure;

import org.jspecify.annotations.NullMarked;
