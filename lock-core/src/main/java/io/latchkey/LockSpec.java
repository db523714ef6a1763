package io.latchkey;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An immutable description of a lock to take: {@code LockSpec.of("order:42").waitUpTo(ofSeconds(2)).leaseFor(ofSeconds(10))}.
 *
 * @param names of the lock; several make a multi-lock
 * @param isFair whether it goes to whoever has waited longest
 * @param waitTime how long to wait; null for the template's default
 * @param leaseTime how long to hold at most; null to be renewed by the watchdog
 */
public record LockSpec(
        List<String> names,
        boolean isFair,
        @Nullable Duration waitTime,
        @Nullable Duration leaseTime) {

    public LockSpec {
        if (names.isEmpty()) {
            throw new IllegalArgumentException("a lock needs at least one name, was given none");
        }
        names.forEach(LockSpec::checkName);
        names = List.copyOf(names);
        if (waitTime != null) {
            checkedWaitTime(waitTime);
        }
        if (leaseTime != null && (leaseTime.isNegative() || leaseTime.isZero())) {
            throw new IllegalArgumentException("leaseTime must be positive, was " + leaseTime);
        }
    }

    static Duration checkedWaitTime(Duration waitTime) {
        if (waitTime == null || waitTime.isNegative()) {
            throw new IllegalArgumentException("waitTime must be zero or positive, was " + waitTime);
        }
        return waitTime;
    }

    private static void checkName(String name) {
        if (name == null || name.isBlank()) {
            throw new IllegalArgumentException(
                    "a lock's name must not be " + (name == null ? "null" : "blank, was \"" + escaped(name) + "\""));
        }
    }

    /** White space that an error can show in one line. */
    private static String escaped(String blank) {
        return blank.chars()
                .mapToObj(c -> c == ' ' ? " " : String.format("\\u%04x", c))
                .collect(Collectors.joining());
    }

    /** A re-entrant lock, or a multi-lock of several, with the default wait and renewed by the watchdog. */
    public static LockSpec of(String name, String... more) {
        List<String> names = new ArrayList<>();
        names.add(name);
        names.addAll(List.of(more));
        return new LockSpec(names, false, null, null);
    }

    /** A multi-lock of all of these, with the default wait and renewed by the watchdog. */
    public static LockSpec of(Collection<String> names) {
        return new LockSpec(new ArrayList<>(names), false, null, null);
    }

    /** The same names, for locks that go to whoever has waited longest. */
    public LockSpec fair() {
        return new LockSpec(names, true, waitTime, leaseTime);
    }

    /** The same lock, waiting no longer than this. */
    public LockSpec waitUpTo(Duration waitTime) {
        return new LockSpec(names, isFair, waitTime, leaseTime);
    }

    /** The same lock, held no longer than this. */
    public LockSpec leaseFor(Duration leaseTime) {
        return new LockSpec(names, isFair, waitTime, leaseTime);
    }

    /** The lock that is described. */
    public NamedLock from(Locks locks) {
        Function<String, NamedLock> kind = isFair ? locks::fair : locks::reentrant;
        return names.size() == 1
                ? kind.apply(names.get(0))
                : locks.multi(names.stream().map(kind).toArray(NamedLock[]::new));
    }
}
