package io.latchkey.spi;

/** Text from outside, made safe for one line of a log. */
public final class Printable {

    private static final int LIMIT = 200;

    private Printable() {}

    /** Escapes control characters and shortens what is very long. */
    public static String of(String text) {
        boolean clean = text.length() <= LIMIT && text.chars().noneMatch(Printable::unsafe);
        return clean ? text : escape(text);
    }

    private static String escape(String text) {
        StringBuilder out = new StringBuilder();
        text.chars().limit(LIMIT).forEach(c -> {
            if (unsafe(c)) {
                out.append(String.format("\\u%04x", c));
            } else {
                out.append((char) c);
            }
        });
        if (text.length() > LIMIT) {
            out.append("… (").append(text.length()).append(" characters)");
        }
        return out.toString();
    }

    private static boolean unsafe(int c) {
        int type = Character.getType(c);
        return Character.isISOControl(c)
                || type == Character.FORMAT
                || type == Character.LINE_SEPARATOR
                || type == Character.PARAGRAPH_SEPARATOR;
    }
}
