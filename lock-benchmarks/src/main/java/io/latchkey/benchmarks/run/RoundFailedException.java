package io.latchkey.benchmarks.run;

/** A round that has no numbers, because a library failed or did not exclude. */
public final class RoundFailedException extends RuntimeException {

    RoundFailedException(String message) {
        super(message);
    }
}
