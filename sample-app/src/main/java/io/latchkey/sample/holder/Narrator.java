package io.latchkey.sample.holder;

import io.latchkey.sample.live.Bus;
import io.latchkey.sample.live.Message.LeaseSeen;
import io.latchkey.sample.live.Message.StoryTold;
import io.latchkey.sample.live.ShopProcess;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Tells a story to the pages, and has one thread on which everything in it happens, so that it happens in order. */
final class Narrator implements AutoCloseable {

    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread daemon = new Thread(task, "story");
        daemon.setDaemon(true);
        return daemon;
    });
    private final ShopProcess teller;
    private final Bus bus;

    Narrator(ShopProcess teller, Bus bus) {
        this.teller = teller;
        this.bus = bus;
    }

    void tell(String step, String who, String text) {
        bus.publish(new StoryTold(now(), teller, step, who, text));
    }

    void show(String holder, Duration remainingLease) {
        bus.publish(new LeaseSeen(now(), holder, remainingLease.toMillis()));
    }

    /** Has something happen next; false when the story is over. */
    boolean next(Runnable step) {
        try {
            thread.execute(step);
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    void after(Duration time, Runnable step) {
        thread.schedule(step, time.toMillis(), TimeUnit.MILLISECONDS);
    }

    void every(Duration time, Runnable step) {
        thread.scheduleWithFixedDelay(step, 0, time.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Has something happen next and returns when it has. */
    <T> void nextAndWait(Callable<T> step) throws StoryException {
        try {
            thread.submit(step).get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof StoryException told ? told : new StoryException("" + e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RejectedExecutionException e) {
            throw new StoryException("The story is over. Start another holder.");
        }
    }

    boolean isDone() {
        return thread.isShutdown();
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }

    static long now() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    }
}
