package io.latchkey.sample.tickets;

import static java.util.Comparator.comparingLong;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What came of a sale.
 *
 * @param oversold how many tickets were sold that did not exist
 * @param soldByTill how many each till sold
 * @param turns who sold how many in a row; empty without a lock
 * @param moves how often the lock went from one till to the other; 0 without a lock
 */
record SaleResult(
        boolean locked,
        int stock,
        int buyers,
        int sold,
        int oversold,
        Map<String, Long> soldByTill,
        List<Turn> turns,
        int moves,
        long millis) {

    static SaleResult of(boolean locked, int stock, int buyers, List<Ticket> sold, long nanos) {
        List<Turn> turns = locked ? turns(sold) : List.of();
        return new SaleResult(
                locked,
                stock,
                buyers,
                sold.size(),
                Math.max(0, sold.size() - stock),
                sold.stream().collect(groupingBy(Ticket::till, TreeMap::new, counting())),
                turns,
                Math.max(0, turns.size() - 1),
                nanos / 1_000_000);
    }

    private static List<Turn> turns(List<Ticket> sold) {
        return Turn.of(sold.stream().sorted(comparingLong(Ticket::fencingToken)).toList());
    }
}
