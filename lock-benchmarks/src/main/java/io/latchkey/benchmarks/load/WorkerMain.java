package io.latchkey.benchmarks.load;

import io.latchkey.benchmarks.locks.Endpoints;
import io.latchkey.benchmarks.locks.Implementation;
import io.latchkey.benchmarks.locks.LockClient;
import io.latchkey.testkit.ParentWatch;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * The main of a worker process, which uses one library and is told what to do line by line:
 *
 * <pre>
 *   prepare true|false ORDER    answer ready
 *   go                          answer OUTCOME
 *   clean                       answer LOST
 * </pre>
 *
 * <p>Where something goes wrong it answers {@code failed} and why. Its arguments are the library, the lease time in
 * milliseconds, and the endpoints.
 */
public final class WorkerMain {

    /** What every answer begins with. */
    public static final String ANSWER = "answer ";

    /** What the answer of a failure begins with. */
    public static final String FAILED = "failed ";

    private static final JsonMapper JSON = new JsonMapper();

    private final LockClient client;
    private @Nullable Job job;

    private WorkerMain(LockClient client) {
        this.client = client;
    }

    public static void main(String[] arguments) throws InterruptedException {
        BlockingQueue<String> lines = new LinkedBlockingQueue<>();
        ParentWatch.exitWithParent(lines::add);
        Endpoints endpoints = JSON.readValue(arguments[2], Endpoints.class);
        WorkerMain worker = new WorkerMain(
                Implementation.valueOf(arguments[0]).open(endpoints, Duration.ofMillis(Long.parseLong(arguments[1]))));
        System.out.println(ANSWER + "started");
        while (true) {
            System.out.println(ANSWER + worker.answer(lines.take()));
        }
    }

    private String answer(String line) {
        String[] words = line.split(" ", 3);
        try {
            return switch (words[0]) {
                case "prepare" -> {
                    job = new Job(JSON.readValue(words[2], Order.class), Boolean.parseBoolean(words[1]), client);
                    yield "ready";
                }
                case "go" -> JSON.writeValueAsString(job().run());
                case "clean" -> Integer.toString(job().clean());
                default -> throw new IllegalArgumentException(line);
            };
        } catch (Throwable e) {
            e.printStackTrace();
            return FAILED + e;
        }
    }

    private Job job() {
        if (job == null) {
            throw new IllegalStateException("nothing was prepared");
        }
        return job;
    }
}
