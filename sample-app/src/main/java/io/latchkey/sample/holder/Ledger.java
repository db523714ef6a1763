package io.latchkey.sample.holder;

import org.springframework.jdbc.core.simple.JdbcClient;

/** A store that remembers the highest fencing token it has seen and refuses lower ones: whoever comes late changes nothing. */
final class Ledger {

    private final JdbcClient database;

    Ledger(JdbcClient database) {
        this.database = database;
    }

    /** Whether it was written. */
    boolean write(String writer, long token) {
        return database.sql("update ledger set token = ?, writer = ? where name = 'till' and token <= ?")
                        .params(token, writer, token)
                        .update()
                == 1;
    }

    long highestToken() {
        return database.sql("select token from ledger where name = 'till'")
                .query(Long.class)
                .single();
    }
}
