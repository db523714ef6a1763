package io.latchkey.sample.web;

/** Something in a form cannot be used; the message tells people what to write instead. */
final class BadInputException extends RuntimeException {

    private final String field;

    BadInputException(String field, String message) {
        super(message);
        this.field = field;
    }

    /** The form field that is wrong. */
    String field() {
        return field;
    }
}
