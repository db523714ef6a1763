package io.latchkey.testkit;

import java.util.function.Predicate;

/** A fault that waits in a {@link FaultProxy} for its command and happens once. Thread-safe. */
public final class Fault {

    private final Kind kind;
    private final Predicate<Command> target;
    private int matchesLeft;
    private boolean cancelled;

    Fault(Kind kind, Predicate<Command> target, int nth) {
        if (nth < 1) {
            throw new IllegalArgumentException("nth must be at least 1, was " + nth);
        }
        this.kind = kind;
        this.target = target;
        this.matchesLeft = nth;
    }

    enum Kind {
        DROP_REPLY,
        DROP_COMMAND
    }

    Kind kind() {
        return kind;
    }

    /** Whether this very command is the one the fault waited for. */
    synchronized boolean strikes(Command command) {
        if (cancelled || matchesLeft == 0 || !target.test(command)) {
            return false;
        }
        matchesLeft--;
        return matchesLeft == 0;
    }

    /** Whether the command has come and was struck; a test whose fault did not happen has shown nothing. */
    public synchronized boolean fired() {
        return matchesLeft == 0;
    }

    /** Takes the fault back if it has not happened. */
    public synchronized void cancel() {
        cancelled = true;
    }
}
