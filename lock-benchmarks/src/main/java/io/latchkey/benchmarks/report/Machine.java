package io.latchkey.benchmarks.report;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Where and how the numbers came about. */
public record Machine(String date, String java, String os, int processors, String redis, int rounds, long roundMillis) {

    public static Machine here(String redis, int rounds, long roundMillis) {
        return new Machine(
                Instant.now().truncatedTo(ChronoUnit.MINUTES).toString(),
                System.getProperty("java.vm.name") + " " + System.getProperty("java.version"),
                System.getProperty("os.name") + " " + System.getProperty("os.arch"),
                Runtime.getRuntime().availableProcessors(),
                redis,
                rounds,
                roundMillis);
    }

    String line() {
        return date.substring(0, date.indexOf('T')) + ", " + java + ", " + os + ", " + processors
                + " processors, Redis " + redis + ", median of up to " + rounds + " rounds of " + roundMillis + " ms";
    }
}
