package io.latchkey.sample.holder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.latchkey.Lease;
import io.latchkey.Locks;
import io.latchkey.NamedLock;
import io.latchkey.sample.SampleTest;
import io.latchkey.sample.live.Bus;
import io.latchkey.sample.live.Duties;
import io.latchkey.sample.live.Identity;
import io.latchkey.sample.live.Message.LeaseSeen;
import io.latchkey.sample.live.Message.StoryTold;
import io.latchkey.sample.live.Witness;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;

/** With a real process that is really stopped. */
@SampleTest
class HolderStoryTest {

    private final HolderStory story;
    private final Witness witness;
    private final Locks locks;

    HolderStoryTest(@Autowired HolderStory story, @Autowired Witness witness, @Autowired Locks locks) {
        this.story = story;
        this.witness = witness;
        this.locks = locks;
    }

    @BeforeEach
    void listen() {
        witness.forget();
    }

    @AfterEach
    void end() {
        story.destroy();
        await().until(() -> !locks.reentrant(HolderStory.LOCK).isLocked());
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "Windows cannot freeze a process")
    void whenFrozenShouldLoseTheLockAndHaveItsLateWriteRefused() throws StoryException {
        story.start();
        witness.step("waiting");

        story.freeze();

        witness.step("end");
        assertThat(witness.steps())
                .startsWith("start", "held", "waiting", "frozen", "taken-over", "wrote", "thawed")
                .contains("lost", "refused")
                .doesNotContain("written");
        assertThat(witness.all(LeaseSeen.class).map(LeaseSeen::remainingMillis))
                .as("the lease, as it runs down")
                .anyMatch(left -> left > 1000)
                .anyMatch(left -> left < 1000);
    }

    @Test
    void whenKilledShouldLoseTheLock() throws StoryException {
        story.start();
        witness.step("waiting");

        story.kill();

        witness.step("end");
        assertThat(witness.steps()).containsExactly("start", "held", "waiting", "killed", "taken-over", "wrote", "end");
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "Windows cannot freeze a process")
    void whenAFrozenHolderDiesShouldSayThatItCannotBeWoken() throws StoryException {
        story.start();
        witness.step("waiting");
        story.freeze();

        holder().destroyForcibly();

        witness.step("end");
        assertThat(witness.steps()).endsWith("taken-over", "wrote", "end");
        assertThat(text("end")).startsWith("Could not be woken: ").doesNotContain("frozen");
    }

    @Test
    void whenAHolderDiesByItselfShouldSaySoAndGoOn() throws StoryException {
        story.start();
        witness.step("waiting");

        holder().destroyForcibly();

        witness.step("end");
        assertThat(witness.steps()).containsExactly("start", "held", "waiting", "killed", "taken-over", "wrote", "end");
        assertThat(text("killed")).startsWith("Ended by itself.");
    }

    @Test
    void whenNobodyDoesAnythingShouldLeaveTheLockToTheNextStory(
            @Autowired Identity identity, @Autowired Duties duties, @Autowired Bus bus, @Autowired JdbcClient jdbc)
            throws StoryException {
        NamedLock lock = locks.reentrant(HolderStory.LOCK);
        Narrator narrator = new Narrator(identity.self(), duties, bus);
        try (Telling telling = new Telling(lock, new Ledger(jdbc), Duration.ofSeconds(2), narrator)) {
            telling.begin(story.settings());
            witness.step("waiting");

            telling.giveUp();

            assertThat(text("end")).isEqualTo("Nobody did anything for a long time.");
            assertThat(lock.isLocked()).isFalse();
        }
    }

    @Test
    void whileTheLockIsHeldElsewhereShouldNotAdviseWhatCannotBeDone() throws InterruptedException {
        try (Lease elsewhere = locks.reentrant(HolderStory.LOCK).acquire(Duration.ofSeconds(10))) {
            assertThatThrownBy(story::start).hasMessageEndingWith("Wait a moment.");
        }
    }

    @Test
    void whileOneIsToldShouldNotStartAnother() throws StoryException {
        assertThatThrownBy(story::freeze).hasMessage("Start a holder in this process first.");
        story.start();

        assertThatThrownBy(story::start).hasMessage("A holder is at work already. Freeze it or kill it.");
        witness.step("waiting");
        story.kill();
        assertThatThrownBy(story::freeze).hasMessage("That has been done.");
    }

    @Test
    void shouldTellTokensThatGrow() throws StoryException {
        story.start();
        witness.step("waiting");
        story.kill();
        witness.step("taken-over");

        assertThat(token("taken-over")).isGreaterThan(token("held"));
    }

    @Test
    void whenNoProcessCanBeStartedShouldEndTheStory(@TempDir Path noJava) throws StoryException {
        String java = System.setProperty("java.home", noJava.toString());
        try {
            assertThatThrownBy(story::start).hasMessageStartingWith("No second process could be started");
        } finally {
            System.setProperty("java.home", java);
        }

        assertThat(witness.steps()).containsExactly("start", "end");
        story.start();
        witness.step("waiting");
    }

    private static ProcessHandle holder() {
        return ProcessHandle.current()
                .children()
                .filter(child -> child.info().commandLine().orElse("").contains(HolderProcess.class.getName()))
                .findFirst()
                .orElseThrow();
    }

    private long token(String step) {
        return Long.parseLong(text(step).replaceAll(".*token (\\d+).*", "$1"));
    }

    private String text(String step) {
        return witness.all(StoryTold.class)
                .filter(told -> told.step().equals(step))
                .map(StoryTold::text)
                .findFirst()
                .orElseThrow();
    }
}
