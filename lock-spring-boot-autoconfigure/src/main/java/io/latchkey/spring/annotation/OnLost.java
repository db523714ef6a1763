package io.latchkey.spring.annotation;

/**
 * What becomes of a call whose lease ended while its body ran, or whose lock could not be given back. If the body throws,
 * that is what the caller sees, with the loss suppressed in it.
 */
public enum OnLost {

    /** The call ends in {@link io.latchkey.LeaseLostException} even if the body returned. */
    FAIL,

    /**
     * Like {@link #FAIL}, and the body is stopped as soon as the loss is known: its thread is interrupted, its stage or
     * subscription cancelled.
     */
    INTERRUPT,

    /** The loss is logged, and the call ends as its body does. */
    IGNORE
}
