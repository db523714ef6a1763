package io.latchkey.sample.browser;

/** How well one colour can be read on another, as WCAG 2 measures it: 4.5 is enough for text. */
final class Contrast {

    private Contrast() {}

    /** Of two colours like {@code #1b2330}. */
    static double between(String one, String other) {
        double first = luminance(one);
        double second = luminance(other);
        return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
    }

    private static double luminance(String colour) {
        return 0.2126 * part(colour, 1) + 0.7152 * part(colour, 3) + 0.0722 * part(colour, 5);
    }

    private static double part(String colour, int from) {
        double value = Integer.parseInt(colour.substring(from, from + 2), 16) / 255.0;
        return value <= 0.04045 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4);
    }
}
