package io.latchkey.benchmarks.report;

import java.util.Locale;

/** A drawing that is readable on light and dark pages. */
final class Svg {

    private static final String STYLE = """
            <style>
            text { font: 12px system-ui, sans-serif; fill: #24292f; }
            .title { font-weight: 600; }
            .small { font-size: 10px; fill: #57606a; }
            .grid { stroke: #d0d7de; stroke-width: 1; }
            .mark { stroke: #57606a; stroke-width: 1; stroke-dasharray: 4 3; }
            @media (prefers-color-scheme: dark) {
              text { fill: #e6edf3; }
              .small { fill: #9198a1; }
              .grid { stroke: #30363d; }
              .mark { stroke: #9198a1; }
            }
            </style>
            """;

    private final StringBuilder body = new StringBuilder();

    void text(String css, double x, double y, String anchor, String text) {
        add("<text class=\"%s\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>", css, x, y, anchor, escape(text));
    }

    void line(String css, double x1, double y1, double x2, double y2) {
        add("<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>", css, x1, y1, x2, y2);
    }

    void bar(String colour, double x, double y, double width, double height) {
        add(
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"1.5\" fill=\"%s\"/>",
                x, y, width, height, colour);
    }

    void curve(String colour, String points) {
        add("<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>", points, colour);
    }

    void dot(String colour, double x, double y) {
        add("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>", x, y, colour);
    }

    String toString(double width, double height) {
        return String.format(
                        Locale.ROOT,
                        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" height=\"%.0f\" role=\"img\">%n",
                        width,
                        height,
                        width,
                        height)
                + STYLE
                + body
                + "</svg>\n";
    }

    private void add(String format, Object... values) {
        body.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
