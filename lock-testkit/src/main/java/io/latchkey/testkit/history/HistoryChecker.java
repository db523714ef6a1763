package io.latchkey.testkit.history;

import io.latchkey.testkit.history.Hold.Ending;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * Says what is wrong with a history: two inside at once, tokens that do not grow, a loss that was not noticed or was
 * none, a lock that was free and wanted and not granted, and, where that is asked for, one that was served too late.
 */
public final class HistoryChecker {

    private final ToLongFunction<Hold> exclusiveUntil;
    private final boolean strict;
    private final long grantBound;
    private final long surelyInLine;
    private final int permits;

    private HistoryChecker(boolean strict, long grantBound, long surelyInLine, int permits) {
        this.strict = strict;
        this.exclusiveUntil = strict ? Hold::leftAt : Hold::protectedUntil;
        this.grantBound = grantBound;
        this.surelyInLine = surelyInLine;
        this.permits = permits;
    }

    /**
     * For a run in which holders were killed or paused: exclusion is promised up to the holder's own deadline.
     *
     * @param grantBound how long a lock may be free and wanted
     */
    public static HistoryChecker upToDeadlines(Duration grantBound) {
        return new HistoryChecker(false, grantBound.toNanos(), Hold.NEVER, 1);
    }

    /** For a run in which nothing may end a lease early: exclusion holds until the holder has left, and none is lost. */
    public static HistoryChecker strict(Duration grantBound) {
        return new HistoryChecker(true, grantBound.toNanos(), Hold.NEVER, 1);
    }

    /**
     * The same for locks that serve in order of arrival.
     *
     * @param inLineWithin how long it may take from asking to standing in line
     */
    public HistoryChecker inOrder(Duration inLineWithin) {
        return new HistoryChecker(strict, grantBound, inLineWithin.toNanos(), permits);
    }

    /** The same for locks that so many may hold at once. */
    public HistoryChecker withPermits(int permits) {
        return new HistoryChecker(strict, grantBound, surelyInLine, permits);
    }

    /** One sentence for each thing that is wrong. */
    public List<String> violations(History history) {
        List<String> violations = new ArrayList<>();
        history.byLock().values().forEach(holds -> {
            checkExclusion(holds, violations);
            checkTokens(holds, violations);
            checkLosses(holds, violations);
            checkGrants(holds, violations);
            checkOrder(holds, violations);
        });
        return violations;
    }

    /** Who enters with a lease that has ended can see that, and must find out at the end at the latest. */
    private void checkExclusion(List<Hold> all, List<String> violations) {
        List<Hold> holds =
                strict ? all : all.stream().filter(hold -> !hold.stillborn()).toList();
        LastToLeave last = new LastToLeave(permits, exclusiveUntil);
        for (Hold hold : holds) {
            if (hold.enteredAt() < last.fullUntil()) {
                violations.add("overlap: %s entered %s before the end of %s"
                        .formatted(hold, text(last.fullUntil() - hold.enteredAt()), last));
            }
            last.add(hold);
        }
    }

    /**
     * Whoever asks after another has entered gets a greater token; without faults, so does whoever enters later. Permits are
     * handed on side by side, each with tokens of its own.
     */
    private void checkTokens(List<Hold> holds, List<String> violations) {
        Map<Long, Hold> byToken = new HashMap<>();
        Hold highest = holds.get(0);
        byToken.put(highest.token(), highest);
        for (Hold hold : holds.subList(1, holds.size())) {
            Hold same = byToken.put(hold.token(), hold);
            if (same != null) {
                violations.add("token given twice: %s and %s".formatted(same, hold));
            }
            boolean after = strict || highest.enteredAt() < hold.askedAt();
            if (permits == 1 && after && hold.token() < highest.token()) {
                violations.add("token fell: %s after %s".formatted(hold, highest));
            }
            if (hold.token() > highest.token()) {
                highest = hold;
            }
        }
    }

    /** Whether another came in that had to wait for the end of this one; of several permits one cannot say whose. */
    private boolean overtakes(Hold next, Hold hold) {
        return permits == 1 && !next.stillborn() && next.enteredAt() < hold.leftAt();
    }

    private void checkLosses(List<Hold> holds, List<String> violations) {
        for (int i = 0; i < holds.size(); i++) {
            Hold hold = holds.get(i);
            boolean overtaken = i + 1 < holds.size() && overtakes(holds.get(i + 1), hold);
            if ((overtaken || hold.stillborn()) && hold.ending() == Ending.RELEASED) {
                violations.add("loss not noticed: %s was released as if nothing had happened".formatted(hold));
            }
            boolean early = strict || hold.endedAt() < hold.validUntil();
            if (hold.ending() == Ending.LOST && early) {
                violations.add("false loss: %s was lost before its lease had ended".formatted(hold));
            }
        }
    }

    /** A hold that asked while the lock was taken should enter soon after it was given back. */
    private void checkGrants(List<Hold> holds, List<String> violations) {
        // Who never left, or was late, is known to be gone only when the lease has ended.
        LastToLeave last =
                new LastToLeave(permits, hold -> hold.leftAt() == Hold.NEVER ? hold.validUntil() : hold.leftAt());
        for (Hold hold : holds) {
            long wantedAndFree = hold.enteredAt() - Math.max(last.fullUntil(), hold.askedAt());
            if (wantedAndFree > grantBound) {
                violations.add("not granted: %s waited %s for a free lock".formatted(hold, text(wantedAndFree)));
            }
            last.add(hold);
        }
    }

    /** Tokens tell the order of serving, which that of entering may not: a thread that was let in may be slow to go. */
    private void checkOrder(List<Hold> holds, List<String> violations) {
        Hold latest = null;
        for (Hold hold :
                holds.stream().sorted(Comparator.comparingLong(Hold::token)).toList()) {
            if (latest != null && latest.askedAt() - hold.askedAt() > surelyInLine) {
                violations.add("overtaken: %s by %s, which came %s later"
                        .formatted(hold, latest, text(latest.askedAt() - hold.askedAt())));
            }
            if (latest == null || hold.askedAt() > latest.askedAt()) {
                latest = hold;
            }
        }
    }

    private static String text(long nanos) {
        return nanos == Hold.NEVER ? "for ever" : Duration.ofNanos(nanos).toString();
    }
}
