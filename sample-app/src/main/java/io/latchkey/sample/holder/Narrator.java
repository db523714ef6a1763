package io.latchkey.sample.holder;

import io.latchkey.sample.live.Bus;
import io.latchkey.sample.live.Duties;
import io.latchkey.sample.live.Message.LeaseSeen;
import io.latchkey.sample.live.Message.StoryTold;
import io.latchkey.sample.live.ShopProcess;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells a story to the pages, and has one thread on which everything in it happens, so that it happens in order. */
final class Narrator implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(Narrator.class);

    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread daemon = new Thread(task, "story");
        daemon.setDaemon(true);
        return daemon;
    });
    private final ShopProcess teller;
    private final Duties duties;
    private final Bus bus;
    private volatile Runnable otherwise = this::close;

    Narrator(ShopProcess teller, Duties duties, Bus bus) {
        this.teller = teller;
        this.duties = duties;
        this.bus = bus;
    }

    void begin(String who, String text) {
        duties.start(Duties.STORY);
        tell("start", who, text);
    }

    void end(String who, String text) {
        duties.finish(Duties.STORY);
        tell("end", who, text);
    }

    void tell(String step, String who, String text) {
        bus.publish(new StoryTold(now(), teller, step, who, text));
    }

    void show(String holder, Duration remainingLease) {
        bus.publish(new LeaseSeen(now(), holder, remainingLease.toMillis()));
    }

    /** What happens in the place of a step that fails. Nobody would hear of that from the thread itself. */
    void otherwise(Runnable end) {
        otherwise = end;
    }

    /** Has something happen next; false when the story is over. */
    boolean next(Runnable step) {
        try {
            thread.execute(guarded(step));
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    void after(Duration time, Runnable step) {
        thread.schedule(guarded(step), time.toMillis(), TimeUnit.MILLISECONDS);
    }

    void every(Duration time, Runnable step) {
        thread.scheduleWithFixedDelay(guarded(step), 0, time.toMillis(), TimeUnit.MILLISECONDS);
    }

    private Runnable guarded(Runnable step) {
        return () -> {
            try {
                step.run();
            } catch (RuntimeException e) {
                // A story that is being closed is interrupted in the middle of a step.
                if (!isDone()) {
                    log.warn("the story of the holder cannot go on", e);
                    otherwise.run();
                }
            }
        };
    }

    /** Has something happen next and returns when it has. */
    <T> void nextAndWait(Callable<T> step) throws StoryException {
        try {
            thread.submit(step).get();
        } catch (ExecutionException e) {
            throw told(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RejectedExecutionException | CancellationException e) {
            throw new StoryException("The story is over. Start another holder.");
        }
    }

    private static StoryException told(@Nullable Throwable failure) {
        if (failure instanceof StoryException story) {
            return story;
        }
        log.warn("a step of the holder's story", failure);
        return new StoryException("That did not work. The log says more.");
    }

    boolean isDone() {
        return thread.isShutdown();
    }

    /** What has not happened yet will not, and who waits for it is told so. */
    @Override
    public void close() {
        for (Runnable step : thread.shutdownNow()) {
            if (step instanceof Future<?> untold) {
                untold.cancel(false);
            }
        }
    }

    static long now() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    }
}
