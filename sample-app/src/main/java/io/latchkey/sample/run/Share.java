package io.latchkey.sample.run;

import io.latchkey.sample.live.Message.Visited;
import io.latchkey.sample.live.Outcome;
import io.latchkey.sample.shop.Visitor;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One process's visitors of a run, each on a thread of its own, as requests would be. */
final class Share {

    private static final Logger log = LoggerFactory.getLogger(Share.class);

    private final String run;
    private final String process;
    private final Scenario scenario;
    private final Consumer<Visited> journal;
    private final ExecutorService visitors = Executors.newCachedThreadPool();
    private volatile boolean cancelled;

    Share(String run, String process, Scenario scenario, Consumer<Visited> journal) {
        this.run = run;
        this.process = process;
        this.scenario = scenario;
        this.journal = journal;
    }

    /** Sends them one after the other and returns when all have left. */
    void send(int upTo, IntPredicate ours, Duration pace) {
        try {
            for (int number : IntStream.rangeClosed(1, upTo).filter(ours).toArray()) {
                visitors.execute(() -> serve(number));
                Thread.sleep(pace.toMillis());
            }
        } catch (InterruptedException e) {
            cancel();
            Thread.currentThread().interrupt();
        } catch (RejectedExecutionException e) {
            log.debug("cancelled while visitors were on their way");
        }
        visitors.shutdown();
        awaitTheLast();
    }

    private void awaitTheLast() {
        try {
            if (!visitors.awaitTermination(Visitor.PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                cancel();
            }
        } catch (InterruptedException e) {
            cancel();
            Thread.currentThread().interrupt();
        }
    }

    void cancel() {
        cancelled = true;
        visitors.shutdownNow();
    }

    private void serve(int number) {
        Thread.currentThread().setName("visitor-" + number);
        Visitor visitor = new Visitor(number);
        try {
            journal.accept(visited(visitor, scenario.serve(visitor), ""));
        } catch (InterruptedException | RuntimeException e) {
            journal.accept(cancelled ? visited(visitor, Outcome.CANCELLED, "") : failed(visitor, e));
        }
    }

    private Visited failed(Visitor visitor, Exception failure) {
        log.warn("visitor {} failed: {}", visitor.number(), failure.toString());
        log.debug("visitor {}", visitor.number(), failure);
        return visited(visitor, Outcome.FAILED, Reason.of(failure));
    }

    private Visited visited(Visitor visitor, Outcome outcome, String note) {
        return new Visited(
                run, visitor.number(), process, visitor.arrived(), visitor.entered(), visitor.left(), outcome, note);
    }
}
