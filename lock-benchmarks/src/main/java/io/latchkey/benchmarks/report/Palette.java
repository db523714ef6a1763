package io.latchkey.benchmarks.report;

import io.latchkey.benchmarks.locks.Implementation;
import java.util.Arrays;

/** A colour for each library, the same in every chart. */
final class Palette {

    private Palette() {}

    static String colour(String label) {
        return Arrays.stream(Implementation.values())
                .filter(implementation -> implementation.label().equals(label))
                .findFirst()
                .map(Palette::colour)
                .orElse("#8c959f");
    }

    private static String colour(Implementation implementation) {
        return switch (implementation) {
            case LATCHKEY -> "#1a7f37";
            case REDISSON -> "#cf222e";
            case INTEGRATION_SPIN -> "#9a6700";
            case INTEGRATION_PUBSUB -> "#d4a72c";
            case LOCK4J -> "#8250df";
            case SHEDLOCK -> "#bf3989";
            case CURATOR -> "#0969da";
            case FLOOR_TEMPLATE -> "#6e7781";
            case FLOOR_LETTUCE -> "#afb8c1";
            case FLOOR_TOKENS -> "#d0d7de";
        };
    }
}
