package io.latchkey.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ChildJvmTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    @Test
    void whenChildPrintsShouldSeeItsLinesOnce() throws Exception {
        try (ChildJvm child = ChildJvm.start(List.of("-Dgreeting=hello"), Echo.class, "argument")) {

            assertThat(child.awaitLine("started", LIMIT)).isEqualTo("started argument hello");
            child.send("one");
            child.send("two");

            assertThat(child.awaitLine("echo", LIMIT)).isEqualTo("echo one");
            assertThat(child.awaitLine("echo", LIMIT)).isEqualTo("echo two");
            assertThat(child.lines()).containsExactly("started argument hello", "echo one", "echo two");
        }
    }

    @Test
    void whenChildExitsShouldTellItsStatusAndErrors() throws Exception {
        try (ChildJvm child = ChildJvm.start(Failing.class)) {

            assertThat(child.awaitExit(LIMIT)).isEqualTo(7);
            assertThat(child.errorLines()).containsExactly("about to fail");
            assertThatExceptionOfType(AssertionError.class)
                    .isThrownBy(() -> child.awaitLine("never", LIMIT))
                    .withMessageContaining("never")
                    .withMessageContaining("about to fail");
        }
    }

    @Test
    void whenChildIsPausedShouldBeSilentUntilResumed() throws Exception {
        try (ChildJvm child = ChildJvm.start(Echo.class, "x")) {
            child.awaitLine("started", LIMIT);
            child.pause();
            child.send("one");

            assertThatExceptionOfType(AssertionError.class)
                    .isThrownBy(() -> child.awaitLine("echo", Duration.ofMillis(200)));
            child.resume();

            assertThat(child.awaitLine("echo", LIMIT)).isEqualTo("echo one");
        }
    }

    @Test
    void whenPausedChildIsKilledShouldBeGone() throws Exception {
        try (ChildJvm child = ChildJvm.start(Echo.class, "x")) {
            child.awaitLine("started", LIMIT);
            child.pause();

            child.kill();

            assertThat(child.isAlive()).isFalse();
            assertThat(child.awaitExit(LIMIT)).isEqualTo(128 + 9);
            assertThatIllegalStateException().isThrownBy(child::pause).withMessageContaining("has ended");
        }
    }

    @Test
    void whenParentIsKilledShouldEndToo() throws Exception {
        try (ChildJvm parent = ChildJvm.start(Parent.class)) {
            long pid = Long.parseLong(parent.awaitLine("child ", LIMIT).substring("child ".length()));
            Optional<ProcessHandle> grandchild = ProcessHandle.of(pid);

            parent.kill();

            await().atMost(LIMIT)
                    .until(() -> grandchild.filter(ProcessHandle::isAlive).isEmpty());
        }
    }

    @Test
    void whenClosedShouldLeaveNoThread() throws Exception {
        LeakCheck threads = LeakCheck.start();
        ChildJvm child = ChildJvm.start(Echo.class, "x");
        child.awaitLine("started", LIMIT);

        child.close();
        child.close();

        assertThat(child.isAlive()).isFalse();
        threads.assertNoNewThreads();
    }

    static final class Echo {

        public static void main(String[] arguments) throws InterruptedException {
            System.out.println("started " + arguments[0] + " " + System.getProperty("greeting", ""));
            ParentWatch.exitWithParent(line -> System.out.println("echo " + line));
            Thread.currentThread().join();
        }
    }

    static final class Failing {

        public static void main(String[] arguments) {
            System.err.println("about to fail");
            System.exit(7);
        }
    }

    static final class Parent {

        public static void main(String[] arguments) throws InterruptedException {
            ChildJvm child = ChildJvm.start(Echo.class, "x");
            child.awaitLine("started", LIMIT);
            System.out.println("child " + child.pid());
            ParentWatch.exitWithParent();
            Thread.currentThread().join();
        }
    }
}
