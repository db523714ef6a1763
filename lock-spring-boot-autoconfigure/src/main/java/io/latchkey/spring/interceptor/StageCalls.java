package io.latchkey.spring.interceptor;

import io.latchkey.LockTimeoutException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Calls of methods that return a stage. No thread waits for the lock, and none holds it. */
final class StageCalls {

    private StageCalls() {}

    static CompletionStage<?> run(LockCall call, Locking locking) throws Throwable {
        if (!call.wantsLock()) {
            return stage(call.proceed(), call);
        }
        LockedStage result = new LockedStage(call, locking);
        result.begin(locking.acquire(locking.lock(call), call));
        return result.future();
    }

    /** Runs what is there for a busy lock. */
    static CompletionStage<?> busy(LockCall call, LockTimeoutException reason) throws Throwable {
        return switch (call.operation().onBusy()) {
            case THROW -> throw reason;
            case SKIP -> CompletableFuture.completedFuture(null);
            case FALLBACK -> stage(call.fallBack(() -> reason), call);
        };
    }

    static CompletionStage<?> stage(@Nullable Object result, LockCall call) {
        if (result instanceof CompletionStage<?> stage) {
            return stage;
        }
        throw new NullPointerException(call.operation().locked() + " returned no stage");
    }
}
