package io.latchkey.spring.interceptor;

import io.latchkey.Lease;
import io.latchkey.Locks;
import io.latchkey.NamedLock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.springframework.core.task.TaskDecorator;

/**
 * What calls of locked methods need of the application.
 *
 * @param locks where its locks come from
 * @param waitTime how long to wait where an annotation does not say
 * @param executor runs the bodies of methods that return a stage; it must not make one wait for another to end
 * @param decorator puts around such a body what it needs of its caller's thread
 * @param names is told the name of every locked method's locks, without their keys
 */
public record Locking(
        Locks locks, Duration waitTime, Executor executor, TaskDecorator decorator, Consumer<String> names) {

    public Locking(Locks locks, Duration waitTime, Executor executor) {
        this(locks, waitTime, executor, body -> body, name -> {});
    }

    public Locking {
        Objects.requireNonNull(locks, "locks");
        Objects.requireNonNull(waitTime, "waitTime");
        Objects.requireNonNull(executor, "executor");
        Objects.requireNonNull(decorator, "decorator");
        Objects.requireNonNull(names, "names");
    }

    /** Fails where there are no locks of the type that the operation wants, which costs no round trip. */
    void check(LockOperation operation) {
        names.accept(operation.name());
        try {
            LockTypes.lock(locks, operation.type(), List.of(operation.name()));
        } catch (IllegalStateException e) {
            throw operation
                    .locked()
                    .wrong(
                            "there is no lock of type " + operation.type() + ": " + e.getMessage(),
                            "Choose another type, or set up what this one needs",
                            e);
        }
    }

    NamedLock lock(LockCall call) {
        return LockTypes.lock(locks, call.operation().type(), call.lockNames());
    }

    Duration waitTime(LockCall call) {
        Duration given = call.operation().waitTime();
        return given == null ? waitTime : given;
    }

    /** Takes the lock for the current thread; false when it is busy. */
    boolean enter(NamedLock lock, LockCall call) throws InterruptedException {
        Duration leaseTime = call.operation().leaseTime();
        return leaseTime == null ? lock.tryLock(waitTime(call)) : lock.tryLock(waitTime(call), leaseTime);
    }

    /** Takes the lock for no thread. */
    CompletableFuture<Lease> acquire(NamedLock lock, LockCall call) {
        Duration leaseTime = call.operation().leaseTime();
        return leaseTime == null ? lock.acquireAsync(waitTime(call)) : lock.acquireAsync(waitTime(call), leaseTime);
    }
}
