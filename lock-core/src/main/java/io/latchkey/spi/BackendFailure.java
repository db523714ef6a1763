package io.latchkey.spi;

import org.jspecify.annotations.Nullable;

/** Why a backend did not answer a request; every other throwable from a backend counts as {@link Effect#UNKNOWN}. */
public final class BackendFailure extends RuntimeException {

    /** What is known about the request. */
    public enum Effect {
        /** It may have been carried out. */
        UNKNOWN(true),
        /** It was not carried out; asking again may succeed soon. */
        NONE_FOR_NOW(true),
        /** It was not carried out and will not be. */
        NONE(false);

        private final boolean retryable;

        Effect(boolean retryable) {
            this.retryable = retryable;
        }
    }

    private final Effect effect;

    public BackendFailure(Effect effect, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.effect = effect;
    }

    /** The failure as the backend meant it, out of whatever futures wrapped around it. */
    public static BackendFailure from(Throwable failure) {
        Throwable cause = failure;
        while (cause instanceof java.util.concurrent.CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause instanceof BackendFailure known
                ? known
                : new BackendFailure(Effect.UNKNOWN, String.valueOf(cause.getMessage()), cause);
    }

    public boolean retryable() {
        return effect.retryable;
    }

    public boolean ambiguous() {
        return effect == Effect.UNKNOWN;
    }
}
