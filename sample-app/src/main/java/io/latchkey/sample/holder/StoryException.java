package io.latchkey.sample.holder;

/** The story of the holder cannot go on like that; the message tells people why. */
public final class StoryException extends Exception {

    StoryException(String message) {
        super(message);
    }
}
