package io.latchkey.benchmarks.report;

import java.util.ArrayList;
import java.util.List;

/** Numbers over whole powers of ten, placed between two points. */
record LogScale(int lowestPower, int highestPower, double from, double to) {

    /** From the power of ten below the least to that above the greatest. */
    static LogScale of(double least, double greatest, double from, double to) {
        int low = (int) Math.floor(Math.log10(least));
        int high = (int) Math.ceil(Math.log10(greatest));
        return new LogScale(low, Math.max(high, low + 1), from, to);
    }

    double at(double value) {
        double share = (Math.log10(value) - lowestPower) / (highestPower - lowestPower);
        return from + share * (to - from);
    }

    List<Double> ticks() {
        List<Double> ticks = new ArrayList<>();
        for (int power = lowestPower; power <= highestPower; power++) {
            ticks.add(Math.pow(10, power));
        }
        return ticks;
    }

    /** As short as it can be written. */
    static String label(double value) {
        if (value >= 1_000) {
            return String.format("%,.0f", value);
        }
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }
}
