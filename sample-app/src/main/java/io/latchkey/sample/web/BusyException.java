package io.latchkey.sample.web;

/** Not now: something else has to end first. */
final class BusyException extends RuntimeException {

    BusyException(String message) {
        super(message);
    }
}
