package io.latchkey.sample.live;

/** Counts how many greetings in a row did not speak of something. The first may have crossed the news of it. */
public final class Misses {

    private static final int CERTAIN = 3;

    private int count;

    /** Whether it is certain by now that it is over. */
    public boolean add(boolean spokenOf) {
        count = spokenOf ? 0 : count + 1;
        return count >= CERTAIN;
    }
}
