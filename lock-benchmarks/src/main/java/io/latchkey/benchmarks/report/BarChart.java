package io.latchkey.benchmarks.report;

import io.latchkey.benchmarks.measure.Metric;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** How many times the rate of Redisson each library reaches, scenario by scenario. */
final class BarChart {

    private static final double WIDTH = 760;
    private static final double LABELS = 190;
    private static final double RIGHT = 700;
    private static final double BAR = 13;
    private static final double TITLE = 26;
    private static final double TOP = 34;

    private final Svg svg = new Svg();
    private final List<Table> tables;
    private final LogScale scale;

    private BarChart(List<Table> tables) {
        this.tables = tables;
        double[] ratios = tables.stream()
                .flatMap(table -> bars(table).stream())
                .mapToDouble(BarChart::ratio)
                .toArray();
        double least = Arrays.stream(ratios).min().orElse(0.1);
        double greatest = Arrays.stream(ratios).max().orElse(10);
        scale = LogScale.of(Math.min(least, 0.1), Math.max(greatest, 10), LABELS, RIGHT);
    }

    static String of(List<Table> tables) {
        List<Table> comparable =
                tables.stream().filter(table -> !bars(table).isEmpty()).toList();
        return new BarChart(comparable).draw();
    }

    private String draw() {
        double bottom = TOP
                + tables.stream()
                        .mapToDouble(table -> TITLE + bars(table).size() * BAR)
                        .sum();
        svg.text("title", 8, 16, "start", "Acquisitions per second, as a multiple of Redisson's (logarithmic)");
        for (double tick : scale.ticks()) {
            svg.line("grid", scale.at(tick), TOP, scale.at(tick), bottom);
            svg.text("small", scale.at(tick), bottom + 14, "middle", LogScale.label(tick) + " ×");
        }
        double y = TOP;
        for (Table table : tables) {
            y = draw(table, y);
        }
        svg.line("mark", scale.at(1), TOP, scale.at(1), bottom);
        return svg.toString(WIDTH, bottom + 24);
    }

    private double draw(Table table, double top) {
        svg.text("title", 8, top + TITLE - 8, "start", table.title());
        double y = top + TITLE;
        for (Row row : bars(table)) {
            double end = scale.at(ratio(row));
            double one = scale.at(1);
            svg.text("small", LABELS - 8, y + BAR - 3, "end", row.implementation());
            svg.bar(Palette.colour(row.implementation()), Math.min(one, end), y + 1, Math.abs(end - one), BAR - 2);
            String label = String.format(Locale.ROOT, ratio(row) < 10 ? "%.2f" : "%.0f", ratio(row));
            svg.text("small", Math.max(one, end) + 4, y + BAR - 3, "start", label);
            y += BAR;
        }
        return y;
    }

    /** The rows that differ from the line that is Redisson. */
    private static List<Row> bars(Table table) {
        return table.rows().stream()
                .filter(row -> row.variant().isEmpty())
                .filter(row -> !Double.isNaN(row.sample().get(Metric.RATE))
                        && Double.isNaN(row.sample().get(Metric.DRAIN)))
                .filter(row -> ratio(row) > 0 && ratio(row) != 1)
                .filter(row -> !table.id().equals("hand-off"))
                .toList();
    }

    private static double ratio(Row row) {
        return row.sample().get(Metric.TO_REDISSON);
    }
}
