package io.latchkey.benchmarks.report;

/** Whether a target was met, and by what number. */
public record Verdict(String target, double value, boolean met) {}
