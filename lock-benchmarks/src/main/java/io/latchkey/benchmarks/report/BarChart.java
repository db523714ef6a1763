package io.latchkey.benchmarks.report;

import java.util.List;

final class BarChart {
    static String of(List<Table> t) {
        return "";
    }
}
