package io.latchkey.sample.shop;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** Two warehouses and what is in them. An item on its way is in neither or in both, for whoever looks just then. */
@Repository
public class Warehouses {

    private final JdbcClient database;
    private final SlowWork drive;

    Warehouses(JdbcClient database, SlowWork drive) {
        this.database = database;
        this.drive = drive;
    }

    /** Puts this many into each. */
    public void fill(int items) {
        database.sql("update warehouse set items = ?").param(items).update();
    }

    /** Moves one item, if there is one. */
    boolean move(Visitor driver, String from, String to) {
        return driver.inside(() -> {
            int here = items(from);
            int there = items(to);
            if (here == 0) {
                return false;
            }
            drive.takeAWhile();
            put(from, here - 1);
            put(to, there + 1);
            return true;
        });
    }

    public int items(String warehouse) {
        return database.sql("select items from warehouse where name = ?")
                .param(warehouse)
                .query(Integer.class)
                .single();
    }

    private void put(String warehouse, int items) {
        database.sql("update warehouse set items = ? where name = ?")
                .params(items, warehouse)
                .update();
    }
}
