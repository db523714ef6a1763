package io.latchkey.sample.holder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.latchkey.Locks;
import io.latchkey.sample.SampleTest;
import io.latchkey.sample.live.Message.LeaseSeen;
import io.latchkey.sample.live.Message.StoryTold;
import io.latchkey.sample.live.Witness;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;

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

    private long token(String step) {
        return witness.all(StoryTold.class)
                .filter(told -> told.step().equals(step))
                .map(told -> told.text().replaceAll(".*token (\\d+).*", "$1"))
                .mapToLong(Long::parseLong)
                .findFirst()
                .orElseThrow();
    }
}
