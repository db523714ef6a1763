package io.latchkey.testing;

import io.latchkey.spi.Ticker;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One task of a {@link ManualScheduler} with the time it is due. */
final class ManualTask<V extends @Nullable Object> extends FutureTask<V> implements RunnableScheduledFuture<V> {

    private final Ticker ticker;
    private final long sequence;
    private final Repeat repeat;
    private final Consumer<ManualTask<?>> onCancel;
    private long dueTime;

    ManualTask(
            Callable<V> work,
            Ticker ticker,
            long dueTime,
            long sequence,
            Repeat repeat,
            Consumer<ManualTask<?>> onCancel) {
        super(work);
        this.ticker = ticker;
        this.dueTime = dueTime;
        this.sequence = sequence;
        this.repeat = repeat;
        this.onCancel = onCancel;
    }

    /** How often a task runs: once, or with a period from start to start, or with a pause from end to start. */
    record Repeat(Kind kind, long nanos) {

        static final Repeat NEVER = new Repeat(Kind.NEVER, 0);

        enum Kind {
            NEVER,
            AT_RATE,
            WITH_DELAY
        }
    }

    long dueTime() {
        return dueTime;
    }

    /** Runs it once; true when it is to run again, at its new due time. */
    boolean runOnce() {
        if (!isPeriodic()) {
            run();
            return false;
        }
        if (!runAndReset()) {
            return false;
        }
        dueTime = (repeat.kind() == Repeat.Kind.AT_RATE ? dueTime : ticker.nanoTime()) + repeat.nanos();
        return true;
    }

    @Override
    public boolean isPeriodic() {
        return repeat.kind() != Repeat.Kind.NEVER;
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        boolean cancelled = super.cancel(mayInterruptIfRunning);
        if (cancelled) {
            onCancel.accept(this);
        }
        return cancelled;
    }

    @Override
    public long getDelay(TimeUnit unit) {
        return unit.convert(dueTime - ticker.nanoTime(), TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
        if (other instanceof ManualTask<?> task) {
            // By difference, as nanoTime may overflow; tasks of one time run in the order they were given.
            long difference = dueTime - task.dueTime;
            return difference != 0 ? Long.signum(difference) : Long.compare(sequence, task.sequence);
        }
        return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
    }
}
