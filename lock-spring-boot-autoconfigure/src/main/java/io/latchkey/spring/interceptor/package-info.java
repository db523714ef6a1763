/** Brings {@link io.latchkey.spring.annotation.DistributedLock} to life: annotation, operation, interceptor. */
@NullMarked
package io.latchkey.spring.interceptor;

import org.jspecify.annotations.NullMarked;
