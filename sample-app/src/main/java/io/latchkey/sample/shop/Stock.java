package io.latchkey.sample.shop;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** How many items are left, and who bought one. It does not mind being asked by two at once; that is the trouble. */
@Repository
public class Stock {

    private final JdbcClient database;

    Stock(JdbcClient database) {
        this.database = database;
    }

    /** Puts this many on sale and forgets earlier sales. */
    public void fill(int items) {
        database.sql("delete from sale").update();
        putLeft(items);
    }

    int left() {
        return database.sql("select left_over from stock").query(Integer.class).single();
    }

    void sell(int buyer, int leftAfterwards) {
        database.sql("insert into sale (buyer) values (?)").param(buyer).update();
        putLeft(leftAfterwards);
    }

    /** How many were sold, however many there were. */
    public int sold() {
        return database.sql("select count(*) from sale").query(Integer.class).single();
    }

    private void putLeft(int items) {
        database.sql("update stock set left_over = ?").param(items).update();
    }
}
