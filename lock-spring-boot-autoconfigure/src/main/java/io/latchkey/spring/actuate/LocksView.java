package io.latchkey.spring.actuate;

import static java.util.Comparator.comparing;

import io.latchkey.LockOverview;
import io.latchkey.LockOverview.Held;
import io.latchkey.LockOverview.Waiting;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;

/** Looks at the locks and writes down what the endpoint tells of them. */
final class LocksView {

    private final LockLookup lookup;
    private final LockKeyMask mask;
    private final Clock clock;

    LocksView(LockLookup lookup, LockKeyMask mask, Clock clock) {
        this.lookup = lookup;
        this.mask = mask;
        this.clock = clock;
    }

    LocksDescriptor locks(boolean keysShown) {
        UnaryOperator<String> masked = name -> mask.mask(name, keysShown);
        return new LocksDescriptor(held(allHeld(), masked), waiting(allWaiting(), masked));
    }

    /** Whoever asks for a lock by its name knows it. */
    LockDescriptor lock(String name) {
        return new LockDescriptor(
                name,
                lookup.holders(name).stream().map(HolderDescriptor::of).toList(),
                held(allHeld().stream().filter(held -> held.name().equals(name)).toList(), UnaryOperator.identity()),
                waiting(
                        allWaiting().stream()
                                .filter(waiting -> waiting.name().equals(name))
                                .toList(),
                        UnaryOperator.identity()));
    }

    private List<Held> allHeld() {
        return lookup.overviews().stream()
                .map(LockOverview::held)
                .flatMap(List::stream)
                .toList();
    }

    private List<Waiting> allWaiting() {
        return lookup.overviews().stream()
                .map(LockOverview::waiting)
                .flatMap(List::stream)
                .toList();
    }

    private List<HeldDescriptor> held(List<Held> seen, UnaryOperator<String> masked) {
        Instant now = clock.instant();
        return seen.stream()
                .map(held -> new HeldDescriptor(
                        masked.apply(held.name()),
                        held.kind(),
                        held.thread(),
                        now.minus(held.heldFor()),
                        held.remaining(),
                        held.renewed(),
                        held.fencingToken()))
                .sorted(comparing(HeldDescriptor::since))
                .toList();
    }

    private List<WaitingDescriptor> waiting(List<Waiting> seen, UnaryOperator<String> masked) {
        Instant now = clock.instant();
        return seen.stream()
                .map(waiting -> new WaitingDescriptor(
                        masked.apply(waiting.name()),
                        waiting.kind(),
                        waiting.thread(),
                        now.minus(waiting.waitingFor()),
                        waiting.remaining()))
                .sorted(comparing(WaitingDescriptor::since))
                .toList();
    }
}
