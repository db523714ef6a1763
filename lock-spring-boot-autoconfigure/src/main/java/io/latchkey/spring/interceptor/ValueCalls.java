package io.latchkey.spring.interceptor;

import io.latchkey.LockContext;
import io.latchkey.LockException;
import io.latchkey.LockTimeoutException;
import io.latchkey.NamedLock;
import io.latchkey.spring.annotation.OnLost;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Calls of methods that are done when they return. The calling thread holds the lock, and may enter it again. */
final class ValueCalls {

    private final ReleaseTime releaseTime;

    ValueCalls(ReleaseTime releaseTime) {
        this.releaseTime = releaseTime;
    }

    @Nullable
    Object run(LockCall call, Locking locking) throws Throwable {
        if (!call.wantsLock()) {
            return call.proceed();
        }
        NamedLock lock = locking.lock(call);
        return entered(lock, call, locking) ? locked(new ThreadHold(lock), call) : busy(lock, call, locking);
    }

    private boolean entered(NamedLock lock, LockCall call, Locking locking) {
        try {
            return locking.enter(lock, call);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LockException(lock.name(), "interrupted while waiting for " + lock, e);
        } catch (IllegalMonitorStateException e) {
            throw releaseTime.keepsAny(call.lockNames()) ? keptForReading(call, e) : e;
        }
    }

    /** What the lock itself advises, to unlock first, only the end of the transaction does. */
    private static IllegalMonitorStateException keptForReading(LockCall call, IllegalMonitorStateException reason) {
        IllegalMonitorStateException refusal = new IllegalMonitorStateException(
                "%s wants to write under %s, which this thread still holds for reading until its transaction is complete; take WRITE first in a transaction that does both"
                        .formatted(call.operation().locked(), call.lockNames()));
        refusal.initCause(reason);
        return refusal;
    }

    private @Nullable Object locked(ThreadHold hold, LockCall call) throws Throwable {
        Object result = null;
        Throwable failure = null;
        try {
            result = body(hold, call);
        } catch (Throwable e) {
            failure = e;
        }
        OnLost onLost = call.operation().onLost();
        RuntimeException releaseFailure = releaseTime.defer(hold, onLost) ? null : hold.release();
        Throwable end = Ending.of(onLost, failure, releaseFailure);
        if (end != null) {
            throw end;
        }
        return result;
    }

    private static @Nullable Object body(ThreadHold hold, LockCall call) throws Throwable {
        try (LockContext.Scope scope = LockContext.enter(hold.lease());
                Interruption interruption = interruption(hold, call)) {
            return call.proceed(hold.lease());
        }
    }

    private static @Nullable Interruption interruption(ThreadHold hold, LockCall call) {
        return call.operation().onLost() == OnLost.INTERRUPT ? new Interruption(hold.lease()) : null;
    }

    private static @Nullable Object busy(NamedLock lock, LockCall call, Locking locking) throws Throwable {
        LockOperation operation = call.operation();
        return switch (operation.onBusy()) {
            case THROW -> throw LockTimeoutException.busyFor(locking.waitTime(call), lock);
            case SKIP -> nothing(operation.locked().resultType());
            case FALLBACK -> call.fallBack(() -> LockTimeoutException.busyFor(locking.waitTime(call), lock));
        };
    }

    private static @Nullable Object nothing(Class<?> type) {
        if (type == Optional.class) {
            return Optional.empty();
        } else if (type == OptionalInt.class) {
            return OptionalInt.empty();
        } else if (type == OptionalLong.class) {
            return OptionalLong.empty();
        } else if (type == OptionalDouble.class) {
            return OptionalDouble.empty();
        }
        return null;
    }
}
