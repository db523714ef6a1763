package io.latchkey;

import org.jspecify.annotations.Nullable;

/**
 * What became of work that was only to run if its lock could be had.
 *
 * @param acquired whether the lock was had and the work ran
 * @param value what the work returned; null when it did not run
 */
public record LockResult<T>(boolean acquired, @Nullable T value) {

    static <T> LockResult<T> of(@Nullable T value) {
        return new LockResult<>(true, value);
    }

    static <T> LockResult<T> busy() {
        return new LockResult<>(false, null);
    }
}
