package io.latchkey.spi;

/**
 * Where a process stands in line after a request.
 *
 * @param arrival when the last of the tickets it brought was first put in line; 0 when it was not
 * @param servedUpTo its tickets that arrived until then have come up, and are not in line any more; 0 for none
 * @param remembered whether the places it had before are still there; if not, it has to take them again
 */
public record Standing(long arrival, long servedUpTo, boolean remembered) {

    /** Of a lock whose line is not each waiter's own. */
    public static Standing arrived(long arrival) {
        return new Standing(arrival, 0, true);
    }
}
