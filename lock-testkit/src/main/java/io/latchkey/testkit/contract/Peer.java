package io.latchkey.testkit.contract;

import io.latchkey.Locks;

/**
 * One of the processes that share a backend.
 *
 * @param locks the process's own
 * @param closing ends the process in good order
 */
public record Peer(Locks locks, AutoCloseable closing) implements AutoCloseable {

    @Override
    public void close() {
        try {
            closing.close();
        } catch (Exception e) {
            throw new IllegalStateException("a process could not be closed", e);
        }
    }
}
