package io.latchkey.benchmarks.scenario;

/** Hears of each step of a run as it begins. */
public interface Progress {

    void step(String what);
}
