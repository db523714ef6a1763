package io.latchkey.composite;

import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What goes wrong while several things are done that must all be done: the first failure, with the others in it. */
public final class Failure {

    private final Predicate<Throwable> counts;
    private @Nullable Throwable first;

    public Failure() {
        this(failure -> true);
    }

    /** Of which some are none. */
    Failure(Predicate<Throwable> counts) {
        this.counts = counts;
    }

    /** Does it to each, the last one first, whatever fails. */
    public <T> Failure reversed(List<T> all, Consumer<T> action) {
        for (int i = all.size() - 1; i >= 0; i--) {
            T each = all.get(i);
            attempt(() -> action.accept(each));
        }
        return this;
    }

    public void attempt(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException | Error e) {
            add(e);
        }
    }

    void add(Throwable failure) {
        if (!counts.test(failure)) {
            Arrays.stream(failure.getSuppressed()).forEach(this::add);
        } else if (first == null) {
            first = failure;
        } else if (first != failure) {
            first.addSuppressed(failure);
        }
    }

    Throwable firstOr(Throwable other) {
        return first == null ? other : first;
    }

    void suppressInto(Throwable other) {
        if (first != null && first != other) {
            other.addSuppressed(first);
        }
    }

    /** Throws the first failure, if there was one. */
    public void rethrow() {
        if (first instanceof Error error) {
            throw error;
        }
        if (first != null) {
            throw (RuntimeException) first;
        }
    }
}
