package io.latchkey.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.Lease;
import io.latchkey.engine.ScriptedBackend.Request;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Leases that are renewed together, on a backend that answers what and when the test says. */
@Timeout(30)
class RenewalsTest extends EngineBench {

    private static final Duration A_THIRD = LEASE.dividedBy(3);
    private static final int FULL = new ScriptedBackend(Duration.ZERO).holdsPerRenewal();

    private final List<HeldLease> leases = new ArrayList<>();

    private void hold(int count) {
        for (int i = 0; i < count; i++) {
            leases.add(hold("lock-" + leases.size()));
        }
    }

    private HeldLease hold(String name) {
        CompletableFuture<Lease> future = locks.reentrant(name).acquireAsync(Duration.ZERO);
        backend.last().held(1);
        return (HeldLease) future.join();
    }

    /** How many leases each request for renewal was about, since so many requests of any kind. */
    private List<Integer> renewals(int since) {
        List<Integer> sizes = new ArrayList<>();
        for (int i = since; i < backend.verbs().size(); i++) {
            if (backend.request(i).verb().equals("renew")) {
                sizes.add(backend.request(i).size());
            }
        }
        return sizes;
    }

    /** Moves on and answers all renewals well; how many leases each was about. */
    private List<Integer> renewedDuring(Duration time) {
        int since = backend.verbs().size();
        int answered = since;
        for (long step = 0; step < time.toSeconds(); step++) {
            scheduler.advance(Duration.ofSeconds(1));
            for (; answered < backend.verbs().size(); answered++) {
                answerWell(backend.request(answered));
            }
        }
        return renewals(since);
    }

    private static void answerWell(Request request) {
        switch (request.verb()) {
            case "renew" -> request.is(allBut(request.size()));
            case "release" -> request.is(true);
            default -> request.answer().complete(null);
        }
    }

    private static BitSet allBut(int size, int... missing) {
        BitSet held = new BitSet();
        held.set(0, size);
        for (int index : missing) {
            held.clear(index);
        }
        return held;
    }

    private static boolean hasMostOfItsTime(Lease lease) {
        return lease.remaining().compareTo(A_THIRD.multipliedBy(2)) > 0;
    }

    @Test
    void whenARenewalFailsAfterTheLeaseIsLostShouldTellOfTheLossAlone() {
        hold(1);
        scheduler.advance(A_THIRD);
        List<Request> renewals = backend.requests("renew");
        assertThat(renewals).hasSize(1);

        ticker.advance(LEASE);
        assertThat(leases.get(0).isValid()).isFalse();
        assertThat(leases.get(0).slot.holds(leases.get(0))).isFalse();
        renewals.get(0).fails(reset);

        assertThat(heard).containsExactly("lost");
    }

    @Test
    void whenOneWasGivenBackMeanwhileShouldTellOfTheOthersAlone() {
        hold(3);
        scheduler.advance(A_THIRD);
        CompletableFuture<Void> released = leases.get(1).releaseAsync();

        backend.requests("renew").get(0).fails(reset);

        assertThat(released).isNotDone();
        assertThat(heard.stream().filter("renewal failed: connection reset"::equals))
                .hasSize(2);
    }

    @Test
    void whenHeldForLongShouldBeRenewedAsOftenAndInAsFewRequestsAsAtFirst() {
        hold(3 * FULL);

        List<Integer> sizes = renewedDuring(LEASE.multipliedBy(10));

        assertThat(sizes).hasSize(3 * 30).containsOnly(FULL);
        assertThat(leases).allMatch(Lease::isValid);
        assertThat(heard).isEmpty();
    }

    @Test
    void whenTakenOneByOneShouldComeToBeRenewedTogether() {
        for (int i = 0; i < 9; i++) {
            hold(1);
            renewedDuring(Duration.ofSeconds(1));
        }
        renewedDuring(LEASE.multipliedBy(10));

        List<Integer> sizes = renewedDuring(LEASE);

        assertThat(sizes).hasSizeLessThan(9 * 3).satisfies(all -> assertThat(
                        all.stream().mapToInt(Integer::intValue).sum())
                .as("each is renewed every third of the lease")
                .isBetween(9 * 2, 9 * 4));
        assertThat(leases).allMatch(Lease::isValid);
    }

    @Test
    void whenMostOfABatchIsReleasedShouldRenewTheRestWithOthers() {
        hold(4 * FULL);
        renewedDuring(A_THIRD);

        for (int i = 0; i < leases.size(); i++) {
            if (i % 4 != 0) {
                leases.get(i).releaseAsync();
            }
        }
        renewedDuring(LEASE);

        assertThat(renewedDuring(A_THIRD)).containsExactly(FULL);
        assertThat(leases).filteredOn(Lease::isValid).hasSize(FULL);
    }

    @Test
    void whenAllAreReleasedShouldRenewNothing() {
        hold(2 * FULL);
        renewedDuring(A_THIRD);

        leases.forEach(Lease::releaseAsync);

        assertThat(renewedDuring(LEASE)).isEmpty();
    }

    @Test
    void whenOneIsGoneShouldTellItAloneAndNotProlongItBefore() {
        hold(FULL);
        renewedDuring(A_THIRD);
        scheduler.advance(A_THIRD);
        List<Boolean> prolonged = new ArrayList<>();
        leases.forEach(lease ->
                lease.onLost(lost -> prolonged.add(leases.stream().anyMatch(other -> hasMostOfItsTime(other)))));

        backend.last().is(allBut(FULL, 5));

        assertThat(heard).containsExactly("lost");
        assertThat(prolonged)
                .as("whether any lease was prolonged when one was told")
                .containsExactly(false);
        assertThat(leases).filteredOn(lease -> hasMostOfItsTime(lease)).hasSize(FULL - 1);
        assertThat(leases).filteredOn(Lease::isValid).hasSize(FULL - 1);
        renewedDuring(Duration.ofSeconds(1));
        assertThat(renewedDuring(A_THIRD)).containsExactly(FULL - 1);
    }

    @Test
    void whenAnAnswerComesAfterSomebodySawThatALeaseWasOverShouldNotBringItBack() {
        hold(FULL);
        renewedDuring(A_THIRD);
        scheduler.advance(A_THIRD);
        Request renewal = backend.last();
        ticker.advance(LEASE.minus(A_THIRD));
        assertThat(leases.get(0).isValid()).isFalse();

        renewal.is(allBut(FULL));

        assertThat(leases.get(0).isValid()).isFalse();
        scheduler.advance(Duration.ofSeconds(1));
        assertThat(leases.get(0).isValid()).isFalse();
        assertThat(heard).hasSize(FULL).containsOnly("lost");
    }

    @Test
    void whenALateAnswerFindsThatNobodyNoticedShouldKeepTheLeases() {
        hold(FULL);
        renewedDuring(A_THIRD);
        scheduler.advance(A_THIRD);
        Request renewal = backend.last();
        scheduler.advance(A_THIRD.minusSeconds(1));

        renewal.is(allBut(FULL));

        assertThat(leases).allMatch(Lease::isValid);
        ticker.advance(A_THIRD);
        assertThat(leases).as("until a lease after that renewal was sent").allMatch(Lease::isValid);
        ticker.advance(A_THIRD.plusSeconds(1));
        assertThat(leases).noneMatch(Lease::isValid);
    }

    @Test
    void whenRenewalsFailShouldRepeatThemAndLoseAllWhenTheyEnd() {
        hold(FULL + 1);
        renewedDuring(A_THIRD);
        int since = backend.verbs().size();

        for (long second = 0; second < LEASE.toSeconds() - 1; second++) {
            scheduler.advance(Duration.ofSeconds(1));
            for (int i = since; i < backend.verbs().size(); i++) {
                backend.request(i).fails(reset);
            }
        }
        assertThat(heard).doesNotContain("lost");
        assertThat(renewals(since)).hasSizeGreaterThan(8);
        scheduler.advance(Duration.ofSeconds(2));

        assertThat(heard).filteredOn("lost"::equals).hasSize(FULL + 1);
        assertThat(leases).noneMatch(Lease::isValid);
    }

    @Test
    void whenOneOfABatchWasExtendedShouldKeepItWhenTheOthersEnd() {
        hold(FULL);
        renewedDuring(A_THIRD);
        CompletableFuture<Boolean> extended = leases.get(3).extendAsync(LEASE.multipliedBy(2));
        backend.last().is(bits(0));
        assertThat(extended.join()).isTrue();

        scheduler.advance(LEASE.plusSeconds(1));
        scheduler.advance(COMMAND_TIMEOUT);

        assertThat(leases).filteredOn(Lease::isValid).containsExactly(leases.get(3));
        assertThat(backend.verbs()).as("it is renewed by itself").contains("renew");
        backend.last().is(bits(0));
        assertThat(renewedDuring(LEASE)).containsOnly(1).hasSizeBetween(2, 5);
        assertThat(leases.get(3).isValid()).isTrue();
    }

    @Test
    void whenTheWatchdogIsNoLongerWantedShouldNotBeRenewed() {
        hold(FULL);
        renewedDuring(A_THIRD);
        HeldLease fixed = leases.get(7);

        fixed.slot.renew(fixed, false);
        List<Integer> sizes = renewedDuring(LEASE);

        assertThat(sizes).isNotEmpty().containsOnly(FULL - 1);
        assertThat(leases).filteredOn(lease -> !lease.isValid()).containsExactly(fixed);
        assertThat(heard).containsExactly("lost");
    }
}
