package io.latchkey.composite;

import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.spi.Owner;
import io.latchkey.spi.Reply;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class BallotTest {

    private static final Owner ASKING = new Owner("process", 7, 5);

    @Test
    void whenAnEarlierOwnerOfTheProcessHoldsShouldCallItAGhost() {
        assertThat(refusedFor("process:9:4").ghostOf(ASKING)).contains(new Owner("process", 9, 4));
    }

    /** Giving that up would give up what is held. */
    @Test
    void whenALaterOwnerOfTheProcessHoldsShouldLeaveItAlone() {
        assertThat(refusedFor("process:7:6").ghostOf(ASKING)).isEmpty();
        assertThat(refusedFor("process:7:5").ghostOf(ASKING)).isEmpty();
    }

    @Test
    void whenAnotherProcessHoldsShouldLeaveItAlone() {
        assertThat(refusedFor("other:7:4").ghostOf(ASKING)).isEmpty();
        assertThat(Ballot.of(new Reply.Acquired(1)).ghostOf(ASKING)).isEmpty();
    }

    private static Ballot refusedFor(String holder) {
        return Ballot.of(new Reply.Busy(Duration.ZERO, 0, holder));
    }
}
