package io.latchkey.benchmarks;

import io.latchkey.benchmarks.scenario.Progress;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;

/** Says every few seconds how far the run is. */
final class ProgressLine implements Progress {

    private static final long PAUSE_NANOS = Duration.ofSeconds(5).toNanos();

    private final PrintStream out;
    private final int steps;
    private final long begun = System.nanoTime();
    private long lastLine = begun - PAUSE_NANOS;
    private int done;

    ProgressLine(PrintStream out, int steps) {
        this.out = out;
        this.steps = steps;
    }

    @Override
    public void step(String what) {
        long now = System.nanoTime();
        if (now - lastLine >= PAUSE_NANOS) {
            lastLine = now;
            out.println(line(what, Duration.ofNanos(now - begun)));
        }
        done++;
    }

    private String line(String what, Duration elapsed) {
        return String.format(
                Locale.ROOT, "[%d of %d, %d:%02d] %s", done, steps, elapsed.toMinutes(), elapsed.toSecondsPart(), what);
    }
}
