package io.latchkey.spring.interceptor;

import io.latchkey.spring.annotation.OnLost;
import java.util.Collection;

/** When a call that is over gives its lock back: then, or when something it is part of is over too. */
@FunctionalInterface
interface ReleaseTime {

    /** For an application without transactions. */
    ReleaseTime AT_ONCE = (hold, onLost) -> false;

    /**
     * Sees to a later release where there is something to wait for.
     *
     * @return false when the lock is to be given back at once
     */
    boolean defer(ThreadHold hold, OnLost onLost);

    /** Whether one of these locks is still held by the current thread because its release was put off. */
    default boolean keepsAny(Collection<String> lockNames) {
        return false;
    }
}
