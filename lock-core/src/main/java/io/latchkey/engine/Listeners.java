package io.latchkey.engine;

import io.latchkey.LockListener;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All listeners as one; a listener that throws harms nobody else. */
final class Listeners {

    private static final Logger log = LoggerFactory.getLogger(Listeners.class);

    private final List<LockListener> listeners;

    Listeners(List<LockListener> listeners) {
        this.listeners = listeners;
    }

    void tell(Consumer<LockListener> event) {
        for (LockListener listener : listeners) {
            try {
                event.accept(listener);
            } catch (RuntimeException | Error e) {
                log.warn("lock listener {} failed", listener.getClass().getName(), e);
            }
        }
    }
}
