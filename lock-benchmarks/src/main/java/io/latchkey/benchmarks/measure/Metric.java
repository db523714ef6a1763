package io.latchkey.benchmarks.measure;

import java.util.Locale;

/** A column of a table. */
public enum Metric {
    RATE("ops/s", "%,.0f"),
    P50("p50 µs", "%,.1f"),
    P99("p99 µs", "%,.1f"),
    TO_FLOOR("× floor", "%.2f"),
    TO_REDISSON("× Redisson", "%.2f"),
    COMMANDS("commands", "%.3f"),
    INSIDE("in scripts", "%.3f"),
    CLIENT_CPU("client CPU µs", "%,.1f"),
    SERVER_CPU("server CPU µs", "%,.1f"),
    LEAST_THREAD("least thread", "%.3f"),
    MOST_THREAD("most thread", "%.3f"),
    LEAST_PROCESS("least process", "%.3f"),
    MOST_PROCESS("most process", "%.3f"),
    THREAD_BALANCE("thread least/most", "%.2f"),
    PROCESS_BALANCE("process least/most", "%.2f"),
    LONGEST_WAIT("longest wait ms", "%,.1f"),
    DRAIN("drain ms", "%,.0f"),
    LEASE_COMMANDS("commands/lease/s", "%.4f"),
    CLIENT_LOAD("client CPU %", "%.1f"),
    SERVER_LOAD("server CPU %", "%.1f"),
    HEAP("heap B/lease", "%,.0f"),
    THREADS("threads", "%.0f"),
    LOST("lost", "%.0f"),
    START("start ms", "%,.0f"),
    ADDED("added ms", "%,.0f"),
    ADDED_THREADS("added threads", "%.0f");

    private final String label;
    private final String format;

    Metric(String label, String format) {
        this.label = label;
        this.format = format;
    }

    public String label() {
        return label;
    }

    /** The number as a table shows it; a dash where it is not known. */
    public String format(double value) {
        return Double.isNaN(value) ? "–" : String.format(Locale.ROOT, format, value);
    }
}
