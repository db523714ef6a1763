package io.latchkey.benchmarks.jmh;

import java.io.IOException;
import org.openjdk.jmh.Main;

/** Runs the JMH benchmarks; takes JMH's own arguments. */
public final class MicroBenchmarks {

    private MicroBenchmarks() {}

    public static void main(String[] arguments) throws IOException {
        Main.main(arguments);
    }
}
