package io.latchkey.composite;

import io.latchkey.NamedLock;

/** A lock that knows more about where it belongs than its name, by words that are the same in every process. */
public interface Placed extends NamedLock {

    /** What kind of lock it is. */
    String kind();

    /** Where it lives. */
    String place();

    /** What it lives in: equal for locks that surely live in the same, in this process. */
    Object store();
}
