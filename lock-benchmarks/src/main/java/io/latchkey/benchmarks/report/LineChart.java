package io.latchkey.benchmarks.report;

import io.latchkey.benchmarks.measure.Metric;
import io.latchkey.benchmarks.measure.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** What an acquisition costs as numbers grow: a panel for commands and one for CPU time, table by table. */
final class LineChart {

    private static final double WIDTH = 820;
    private static final double PANEL = 300;
    private static final double HEIGHT = 150;
    private static final double STEP = HEIGHT + 64;
    private static final List<Double> LEFTS = List.of(60.0, 460.0);
    private static final Map<String, ToDoubleFunction<Sample>> PANELS = new TreeMap<>(Map.of(
            "commands on the wire",
            sample -> sample.get(Metric.COMMANDS),
            "µs of CPU, client and server",
            sample -> sample.get(Metric.CLIENT_CPU) + sample.get(Metric.SERVER_CPU)));

    private final Svg svg = new Svg();

    private LineChart() {}

    static String of(List<Table> tables) {
        List<Table> growing =
                tables.stream().filter(table -> points(table).size() > 1).toList();
        return new LineChart().draw(growing);
    }

    private String draw(List<Table> tables) {
        double top = 24;
        for (Table table : tables) {
            svg.text("title", 8, top, "start", table.title());
            int panel = 0;
            for (Map.Entry<String, ToDoubleFunction<Sample>> each : PANELS.entrySet()) {
                svg.text("small", LEFTS.get(panel), top + 18, "start", each.getKey() + ", per acquisition");
                panel(points(table), each.getValue(), LEFTS.get(panel), top + 24);
                panel++;
            }
            top += STEP;
        }
        return svg.toString(WIDTH, Math.max(top, 40));
    }

    private void panel(List<Point> points, ToDoubleFunction<Sample> value, double left, double top) {
        List<Point> known = points.stream()
                .filter(point -> value.applyAsDouble(point.sample()) > 0)
                .toList();
        if (known.isEmpty()) {
            return;
        }
        LogScale x = scale(known.stream().map(point -> (double) point.x()).toList(), left, left + PANEL);
        LogScale y = scale(
                known.stream().map(point -> value.applyAsDouble(point.sample())).toList(), top + HEIGHT, top);
        grid(x, y);
        Map<String, List<Point>> lines =
                known.stream().collect(Collectors.groupingBy(Point::implementation, TreeMap::new, Collectors.toList()));
        lines.forEach((implementation, line) -> {
            String colour = Palette.colour(implementation);
            StringBuilder path = new StringBuilder();
            for (Point point : line) {
                double px = x.at(point.x());
                double py = y.at(value.applyAsDouble(point.sample()));
                path.append(String.format(Locale.ROOT, "%.1f,%.1f ", px, py));
                svg.dot(colour, px, py);
            }
            svg.curve(colour, path.toString().strip());
            Point last = line.get(line.size() - 1);
            svg.text(
                    "small", x.at(last.x()) + 8, y.at(value.applyAsDouble(last.sample())) + 4, "start", implementation);
        });
    }

    private void grid(LogScale x, LogScale y) {
        for (double tick : x.ticks()) {
            svg.line("grid", x.at(tick), y.from(), x.at(tick), y.to());
            svg.text("small", x.at(tick), y.from() + 14, "middle", LogScale.label(tick));
        }
        for (double tick : y.ticks()) {
            svg.line("grid", x.from(), y.at(tick), x.to(), y.at(tick));
            svg.text("small", x.from() - 6, y.at(tick) + 4, "end", LogScale.label(tick));
        }
    }

    private static LogScale scale(List<Double> values, double from, double to) {
        return LogScale.of(
                values.stream().mapToDouble(Double::doubleValue).min().orElseThrow(),
                values.stream().mapToDouble(Double::doubleValue).max().orElseThrow(),
                from,
                to);
    }

    /** Rows whose variant begins with a number. */
    private static List<Point> points(Table table) {
        List<Point> points = new ArrayList<>();
        for (Row row : table.rows()) {
            String number = row.variant().replaceFirst(" .*", "");
            if (row.failure() == null && number.matches("\\d+")) {
                points.add(new Point(row.implementation(), Integer.parseInt(number), row.sample()));
            }
        }
        return points;
    }

    private record Point(String implementation, int x, Sample sample) {}
}
