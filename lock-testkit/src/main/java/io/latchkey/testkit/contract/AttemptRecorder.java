package io.latchkey.testkit.contract;

import io.latchkey.Lease;
import io.latchkey.LockAttempt;
import io.latchkey.LockAttempt.Outcome;
import io.latchkey.LockListener;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A listener that writes down attempts, hand-overs and polls. */
final class AttemptRecorder implements LockListener {

    private final List<LockAttempt> begun = new CopyOnWriteArrayList<>();
    private final List<@Nullable Outcome> outcomesWhenBegun = Collections.synchronizedList(new ArrayList<>());
    private final List<LockAttempt> ended = new CopyOnWriteArrayList<>();
    private final List<String> passedOn = new CopyOnWriteArrayList<>();
    private final List<String> polled = new CopyOnWriteArrayList<>();

    @Override
    public void attempting(LockAttempt attempt) {
        begun.add(attempt);
        outcomesWhenBegun.add(attempt.outcome().orElse(null));
    }

    @Override
    public void attempted(LockAttempt attempt) {
        ended.add(attempt);
    }

    @Override
    public void passedOn(Lease lease) {
        passedOn.add(lease.kind() + " " + lease.name());
    }

    @Override
    public void polled(String kind, String lockName) {
        polled.add(kind + " " + lockName);
    }

    List<LockAttempt> begun() {
        return begun;
    }

    List<@Nullable Outcome> outcomesWhenBegun() {
        return outcomesWhenBegun;
    }

    List<LockAttempt> ended() {
        return ended;
    }

    List<Outcome> outcomes() {
        return ended.stream().flatMap(attempt -> attempt.outcome().stream()).toList();
    }

    List<String> passedOn() {
        return passedOn;
    }

    List<String> polled() {
        return polled;
    }
}
