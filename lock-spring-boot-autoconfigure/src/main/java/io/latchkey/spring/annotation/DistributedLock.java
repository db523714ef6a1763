package io.latchkey.spring.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.concurrent.TimeUnit;
import org.springframework.core.annotation.AliasFor;

/**
 * Runs a method under a lock that all processes share: {@code @DistributedLock(key = "#orderId")}.
 *
 * <p>On a class it goes for the methods that the class and its subclasses declare, not for those that it inherits; on an
 * interface, for its methods and all others of the classes that implement it; one on a method wins over that. It is found on
 * annotations made of it ({@link AliasFor}). As with every annotation that Spring brings to life with a proxy, the method
 * is called through the bean, not from within it. What is written here is checked when the bean is created, and what
 * cannot work fails that, and with it the start of the application if the bean is made then.
 *
 * <p>The lock is called {@code name:key}, or just {@code name} where no key is given: the same lock as
 * {@code locks.reentrant("name:key")}. Where the value of a key contains {@code %}, {@code :} or {@code ,}, these are
 * written {@code %25}, {@code %3A} and {@code %2C}, so two keys never make one lock.
 *
 * <p>A method that returns a {@link java.util.concurrent.CompletionStage}, a {@code Mono} or a {@code Flux} holds the lock
 * until that is complete, has failed or is cancelled, and blocks no thread while it waits; a publisher takes the lock each
 * time it is subscribed to. Everything else holds it until the method returns, and is re-entrant. If the caller has a
 * transaction of its own under way, the lock is kept until that is complete; but not by a stage, whose body runs on another
 * thread and is no part of that transaction.
 *
 * <p>A parameter of type {@link io.latchkey.Lease} is given the lease; callers pass null. Elsewhere in the body
 * {@link io.latchkey.LockContext#currentLease()} knows it.
 */
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface DistributedLock {

    /** The same as {@link #key()}. */
    @AliasFor("key")
    String value() default "";

    /**
     * What is locked: a SpEL expression over the arguments ({@code #orderId}, or {@code #p0} and {@code #a0} by position),
     * {@code #root}, {@code #target} and {@code #method}, beans ({@code @pricing}) and placeholders ({@code ${…}}).
     *
     * <p>A collection or an array locks all its elements, or none. An element that is itself a collection or an array is
     * one key of several parts: <code>{{#tenant, #orderId}}</code>; they are sorted where it is no list. Null, blank text,
     * an empty collection, and whatever has no text that is the same in every process, are errors: a map, a
     * {@link java.util.Date}, an object that does not override {@code toString}, a record that holds one of them.
     */
    @AliasFor("value")
    String key() default "";

    /**
     * What the key belongs to; placeholders are resolved. By default class and method, as in
     * {@code com.acme.Payments.pay}. Two methods of the same name exclude each other.
     */
    String name() default "";

    LockType type() default LockType.REENTRANT;

    /** How long to wait for a busy lock, in {@link #timeUnit()}; 0 tries once, -1 stands for {@code latchkey.wait-time}. */
    long waitTime() default -1;

    /** {@link #waitTime()} as text: {@code 10s}, {@code PT10S} or a placeholder. */
    String waitTimeString() default "";

    /** How long to hold the lock at most, in {@link #timeUnit()}; -1 leaves it to the watchdog, for as long as it takes. */
    long leaseTime() default -1;

    /** {@link #leaseTime()} as text: {@code 10s}, {@code PT10S} or a placeholder. */
    String leaseTimeString() default "";

    /** The unit of {@link #waitTime()} and {@link #leaseTime()}, and of texts that do not name one. */
    TimeUnit timeUnit() default TimeUnit.MILLISECONDS;

    /** A SpEL expression, over the same things as {@link #key()}; where it is false the method runs without the lock. */
    String condition() default "";

    /** What to do when somebody else held the lock for the whole wait. */
    OnBusy onBusy() default OnBusy.THROW;

    /**
     * For {@link OnBusy#FALLBACK}: a method of the same bean, with the same arguments and, if it wants to know, a
     * {@link io.latchkey.LockTimeoutException} as the last. It may be private, and runs without the lock.
     */
    String fallback() default "";

    /** What to do when the lease ended while the method ran. */
    OnLost onLost() default OnLost.FAIL;
}
