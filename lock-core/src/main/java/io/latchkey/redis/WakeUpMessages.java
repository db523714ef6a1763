package io.latchkey.redis;

import io.latchkey.spi.LockBackend.WakeUps;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What this process does about wake-up messages. One is never trusted, only followed by a look. */
final class WakeUpMessages {

    private static final Logger log = LoggerFactory.getLogger(WakeUpMessages.class);

    private final RedisKeys keys;
    private final WakeUps wakeUps;
    private final byte[] channel;

    WakeUpMessages(RedisKeys keys, String process, WakeUps wakeUps) {
        this.keys = keys;
        this.wakeUps = wakeUps;
        this.channel = keys.channel(process);
    }

    /** Where they arrive. */
    byte[] channel() {
        return channel.clone();
    }

    void heard(byte[] message) {
        try {
            if (keys.isForced(message)) {
                keys.fromMessage(keys.withoutForced(message)).ifPresent(wakeUps::forced);
            } else {
                keys.fromMessage(message).ifPresentOrElse(wakeUps::wake, wakeUps::wakeAll);
            }
        } catch (RuntimeException e) {
            log.warn("a wake-up could not be followed; waiters look again by themselves", e);
        }
    }

    /** Messages come in from now on; those sent before are gone, so every waiter looks. */
    void listening() {
        wakeUps.wakeAll();
    }
}
