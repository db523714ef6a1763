package io.latchkey.spring.actuate;

import io.latchkey.spring.metrics.LockNames;
import io.latchkey.spring.metrics.LockNames.Parts;
import io.latchkey.spring.metrics.LockTelemetry;
import org.springframework.boot.actuate.endpoint.SanitizableData;
import org.springframework.boot.actuate.endpoint.Sanitizer;

/** Hides the keys in the names of locks, or what the application's sanitizing functions want hidden of them. */
final class LockKeyMask {

    private final LockNames names;
    private final Sanitizer sanitizer;

    LockKeyMask(LockNames names, Sanitizer sanitizer) {
        this.names = names;
        this.sanitizer = sanitizer;
    }

    String mask(String lockName, boolean shown) {
        Parts parts = names.parts(lockName);
        if (parts.name().equals(lockName)) {
            return lockName;
        }
        Object key = sanitizer.sanitize(new SanitizableData(null, LockTelemetry.LOCK_KEY, parts.key()), shown);
        if (parts.key().equals(key)) {
            return lockName;
        }
        return parts.name().equals(LockTelemetry.NONE) ? String.valueOf(key) : parts.name() + ":" + key;
    }
}
