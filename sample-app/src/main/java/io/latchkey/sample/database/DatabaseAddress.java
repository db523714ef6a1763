package io.latchkey.sample.database;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** Where a database is and how to get in. */
record DatabaseAddress(String url, String username, String password) {

    /** Whether somebody is there. */
    boolean answers() {
        try (Connection connection = DriverManager.getConnection(url, username, password)) {
            return connection.isValid(1);
        } catch (SQLException e) {
            return false;
        }
    }

    /** Without the password. */
    @Override
    public String toString() {
        return url;
    }
}
