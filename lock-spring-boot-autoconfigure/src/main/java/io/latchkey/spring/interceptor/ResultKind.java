package io.latchkey.spring.interceptor;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.util.ClassUtils;

/** When a method is done, by the type it returns. */
enum ResultKind {

    /** When it returns. */
    VALUE,

    /** When the stage it returns is complete. */
    STAGE,

    /** When the publisher it returns has completed, failed or been cancelled. */
    PUBLISHER;

    private static final boolean REACTOR =
            ClassUtils.isPresent("reactor.core.publisher.Mono", ResultKind.class.getClassLoader());
    private static final String SUSPENDED = "kotlin.coroutines.Continuation";

    static ResultKind of(LockedMethod locked) {
        Class<?> type = locked.resultType();
        if (isSuspending(locked)) {
            throw locked.wrong(
                    "it is a suspending function, and its lock would be given back at the first suspension",
                    "Return a Mono, or use ReactiveLockTemplate inside of it");
        }
        if (CompletionStage.class.isAssignableFrom(type)) {
            return stage(locked, type);
        }
        ReactiveAdapter adapter = adapter(type);
        if (adapter != null) {
            return publisher(locked, type, adapter);
        }
        if (Future.class.isAssignableFrom(type)) {
            throw locked.wrong(
                    "it returns a " + type.getSimpleName() + ", which does not tell when it is done",
                    "Return a CompletableFuture");
        }
        return VALUE;
    }

    /** For a type that is a publisher, or can be made one; null for all others. */
    static @Nullable ReactiveAdapter adapter(Class<?> type) {
        return ReactiveAdapterRegistry.getSharedInstance().getAdapter(type);
    }

    /** Whether there is a result of that type without a value, to skip with. */
    static boolean mayBeEmpty(Class<?> type) {
        ReactiveAdapter adapter = adapter(type);
        return adapter == null ? type == void.class || !type.isPrimitive() : adapter.supportsEmpty();
    }

    private static ResultKind stage(LockedMethod locked, Class<?> type) {
        if (!type.isAssignableFrom(CompletableFuture.class)) {
            throw locked.wrong(
                    "it returns a " + type.getSimpleName() + ", and no stage of that type can be made for it",
                    "Return a CompletionStage or a CompletableFuture");
        }
        return STAGE;
    }

    private static ResultKind publisher(LockedMethod locked, Class<?> type, ReactiveAdapter adapter) {
        if (!REACTOR) {
            throw locked.wrong(
                    "it returns a " + type.getSimpleName() + ", which cannot be locked without Reactor",
                    "Add the dependency io.projectreactor:reactor-core");
        }
        if (!type.isAssignableFrom(adapter.getReactiveType())) {
            throw locked.wrong(
                    "it returns a " + type.getSimpleName() + ", and no publisher of that type can be made for it",
                    "Return a Mono or a Flux");
        }
        return PUBLISHER;
    }

    private static boolean isSuspending(LockedMethod locked) {
        Class<?>[] parameters = locked.method().getParameterTypes();
        return parameters.length > 0
                && parameters[parameters.length - 1].getName().equals(SUSPENDED);
    }
}
