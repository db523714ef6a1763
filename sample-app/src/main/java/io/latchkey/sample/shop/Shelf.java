package io.latchkey.sample.shop;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** A shelf and its label, which says how many items stand on it; restocking changes one after the other. */
@Repository
public class Shelf {

    private final JdbcClient database;
    private final SlowWork walk;

    Shelf(JdbcClient database, SlowWork walk) {
        this.database = database;
        this.walk = walk;
    }

    /** Puts this many on the shelf and on its label. */
    public void fill(int items) {
        database.sql("update shelf set labelled = ?, stocked = ?")
                .params(items, items)
                .update();
    }

    /** Whether the label tells the truth. */
    boolean read(Visitor reader) {
        return reader.inside(() -> {
            int labelled = number("labelled");
            walk.takeAWhile();
            return labelled == number("stocked");
        });
    }

    /** Puts one more on it. */
    boolean restock(Visitor clerk) {
        return clerk.inside(() -> {
            database.sql("update shelf set labelled = labelled + 1").update();
            walk.takeAWhile();
            database.sql("update shelf set stocked = stocked + 1").update();
            return true;
        });
    }

    /** How many stand on it. */
    public int stocked() {
        return number("stocked");
    }

    private int number(String column) {
        return database.sql("select " + column + " from shelf")
                .query(Integer.class)
                .single();
    }
}
