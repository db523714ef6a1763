package io.latchkey.sample.web;

/** A number of visitors or items, as somebody typed it. */
final class Quantity {

    private static final int MOST_TO_REPEAT = 20;

    private Quantity() {}

    static int parse(String field, String label, String text, int most) {
        String typed = text.strip();
        try {
            int value = Integer.parseInt(typed);
            if (value >= 1 && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Told below, as a number out of range is.
        }
        String repeated = typed.length() > MOST_TO_REPEAT ? typed.substring(0, MOST_TO_REPEAT) + "…" : typed;
        throw new BadInputException(
                field,
                typed.isEmpty()
                        ? "%s: enter a whole number from 1 to %d.".formatted(label, most)
                        : "%s: enter a whole number from 1 to %d; '%s' is not one.".formatted(label, most, repeated));
    }
}
