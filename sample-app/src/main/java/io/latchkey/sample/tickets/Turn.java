package io.latchkey.sample.tickets;

import java.util.ArrayList;
import java.util.List;

/**
 * Tickets that one till sold in a row, before the lock went to the other.
 *
 * @param firstToken the fencing token of the first of them
 * @param lastToken the fencing token of the last of them
 */
record Turn(String till, int tickets, long firstToken, long lastToken) {

    /** Cuts a sale into turns. */
    static List<Turn> of(List<Ticket> byToken) {
        List<Turn> turns = new ArrayList<>();
        int start = 0;
        for (int end = 1; end <= byToken.size(); end++) {
            if (end == byToken.size()
                    || !byToken.get(end).till().equals(byToken.get(start).till())) {
                turns.add(of(byToken.get(start), byToken.get(end - 1), end - start));
                start = end;
            }
        }
        return turns;
    }

    private static Turn of(Ticket first, Ticket last, int tickets) {
        return new Turn(first.till(), tickets, first.fencingToken(), last.fencingToken());
    }
}
