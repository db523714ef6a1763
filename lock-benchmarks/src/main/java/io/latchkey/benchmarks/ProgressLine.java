package io.latchkey.benchmarks;

import io.latchkey.benchmarks.scenario.Progress;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;

/** One line that says how far the run is; on a terminal it is overwritten, elsewhere it comes now and then. */
final class ProgressLine implements Progress {

    private static final long PAUSE_NANOS = Duration.ofSeconds(5).toNanos();
    private static final int WIDTH = 100;

    private final PrintStream out;
    private final boolean terminal;
    private final int steps;
    private final long begun = System.nanoTime();
    private long lastLine = begun - PAUSE_NANOS;
    private int done;

    ProgressLine(PrintStream out, boolean terminal, int steps) {
        this.out = out;
        this.terminal = terminal;
        this.steps = steps;
    }

    @Override
    public void step(String what) {
        long now = System.nanoTime();
        if (terminal || now - lastLine >= PAUSE_NANOS) {
            lastLine = now;
            String line = line(what, Duration.ofNanos(now - begun));
            out.print(terminal ? "\r" + String.format("%-" + WIDTH + "s", line) : line + "\n");
            out.flush();
        }
        done++;
    }

    /** Makes room for something else. */
    void clear() {
        if (terminal) {
            out.print("\r" + " ".repeat(WIDTH) + "\r");
        }
    }

    private String line(String what, Duration elapsed) {
        return String.format(
                Locale.ROOT, "[%d/%d, %d:%02d] %s", done, steps, elapsed.toMinutes(), elapsed.toSecondsPart(), what);
    }
}
