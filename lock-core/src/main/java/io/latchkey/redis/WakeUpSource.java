package io.latchkey.redis;

/** How this process hears that a lock may be free. */
interface WakeUpSource extends AutoCloseable {

    /** Listens, on new connections where it did before; blocks until they are made. */
    void open();

    /** This process is about to wait for the lock under that key. */
    default void expect(byte[] lockKey) {}

    /** Whether a script sees, by the number of receivers of its message, that this process is there to hear it. */
    boolean isCounted();

    @Override
    void close();
}
