package io.latchkey.benchmarks.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A table as text, which Markdown understands too. */
public final class TextTable {

    private TextTable() {}

    public static String of(Table table) {
        StringBuilder text = new StringBuilder("### " + table.title() + "\n\n");
        List<List<String>> cells = cells(table);
        List<Integer> widths = widths(cells);
        text.append(line(cells.get(0), widths));
        text.append(rule(widths));
        cells.subList(1, cells.size()).forEach(row -> text.append(line(row, widths)));
        table.rows().stream()
                .filter(row -> row.failure() != null)
                .forEach(row -> text.append("\n" + row.label() + ": " + row.failure() + "\n"));
        if (!table.leftOut().isEmpty()) {
            text.append("\nLeft out: ").append(leftOut(table)).append(".\n");
        }
        table.verdicts().forEach(verdict -> text.append(verdict(verdict)));
        return text.append('\n').toString();
    }

    private static List<List<String>> cells(Table table) {
        List<Column> columns = Column.ALL.stream()
                .filter(column -> table.rows().stream().anyMatch(row -> column.isKnown(row.sample())))
                .toList();
        List<List<String>> cells = new ArrayList<>();
        List<String> head = new ArrayList<>(List.of(""));
        columns.forEach(column -> head.add(column.label()));
        cells.add(head);
        for (Row row : table.rows()) {
            List<String> line = new ArrayList<>(List.of(row.label()));
            columns.forEach(column -> line.add(column.cell(row.sample())));
            cells.add(line);
        }
        return cells;
    }

    private static List<Integer> widths(List<List<String>> cells) {
        List<Integer> widths = new ArrayList<>();
        for (int i = 0; i < cells.get(0).size(); i++) {
            int column = i;
            widths.add(cells.stream()
                    .mapToInt(row -> row.get(column).length())
                    .max()
                    .orElse(0));
        }
        return widths;
    }

    private static String line(List<String> row, List<Integer> widths) {
        StringBuilder line = new StringBuilder("|");
        for (int i = 0; i < row.size(); i++) {
            String space = " ".repeat(widths.get(i) - row.get(i).length());
            line.append(' ')
                    .append(i == 0 ? row.get(i) + space : space + row.get(i))
                    .append(" |");
        }
        return line.append('\n').toString();
    }

    private static String rule(List<Integer> widths) {
        StringBuilder line = new StringBuilder("|");
        for (int i = 0; i < widths.size(); i++) {
            line.append("-".repeat(widths.get(i) + 1)).append(i == 0 ? "-|" : ":|");
        }
        return line.append('\n').toString();
    }

    private static String leftOut(Table table) {
        return String.join(
                ", ",
                table.leftOut().entrySet().stream()
                        .map(entry -> entry.getKey() + " (" + entry.getValue() + ")")
                        .toList());
    }

    private static String verdict(Verdict verdict) {
        return String.format(
                Locale.ROOT,
                "\n%s %s: %.3f\n",
                verdict.met() ? "met:   " : "MISSED:",
                verdict.target(),
                verdict.value());
    }
}
