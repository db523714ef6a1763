package io.latchkey.testkit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** What the main of a {@link ChildJvm} calls first, so that it does not outlive a parent that was killed. */
public final class ParentWatch {

    /** The exit status of a child whose parent has gone. */
    public static final int PARENT_GONE = 75;

    private ParentWatch() {}

    /** Ends this JVM as soon as its standard input ends, which the parent holds open. */
    public static void exitWithParent() {
        exitWithParent(line -> {});
    }

    /** The same for a main that is told things: hands it each line of standard input, on the watching thread. */
    public static void exitWithParent(Consumer<String> onLine) {
        Thread watch = new Thread(() -> watch(onLine), "parent-watch");
        watch.setDaemon(true);
        watch.start();
    }

    private static void watch(Consumer<String> onLine) {
        try (BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = input.readLine(); line != null; line = input.readLine()) {
                onLine.accept(line);
            }
        } catch (IOException e) {
            // As good as its end.
        } finally {
            // Not exit: a shutdown hook that hangs must not keep an orphan alive.
            Runtime.getRuntime().halt(PARENT_GONE);
        }
    }
}
