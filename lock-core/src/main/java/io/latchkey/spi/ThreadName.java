package io.latchkey.spi;

/** What messages call a thread. Virtual threads have no name unless they are given one. */
public final class ThreadName {

    private ThreadName() {}

    /** The name of the current thread, or which virtual thread it is. */
    public static String current() {
        return of(Thread.currentThread());
    }

    private static String of(Thread thread) {
        String name = thread.getName();
        if (!name.isBlank()) {
            return name;
        }
        // JDK 17 cannot ask a thread whether it is virtual.
        return (thread.toString().startsWith("Virtual") ? "virtual thread #" : "thread #") + thread.getId();
    }
}
