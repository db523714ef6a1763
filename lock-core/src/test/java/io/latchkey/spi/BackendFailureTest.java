package io.latchkey.spi;

import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.spi.BackendFailure.Effect;
import java.io.IOException;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class BackendFailureTest {

    @Test
    void whenWrappedByFuturesShouldBeFoundAgain() {
        BackendFailure failure = new BackendFailure(Effect.NONE, "refused", null);

        assertThat(BackendFailure.from(new CompletionException(new CompletionException(failure))))
                .isSameAs(failure);
    }

    @Test
    void whenNothingIsKnownShouldCountAsPerhapsCarriedOut() {
        IOException cause = new IOException("connection reset");

        BackendFailure failure = BackendFailure.from(new CompletionException(cause));

        assertThat(failure).hasMessage("connection reset").hasCause(cause);
        assertThat(failure.ambiguous()).isTrue();
        assertThat(failure.retryable()).isTrue();
    }

    @Test
    void whenRefusedShouldNotBeAmbiguous() {
        BackendFailure forNow = new BackendFailure(Effect.NONE_FOR_NOW, "loading", null);
        BackendFailure forGood = new BackendFailure(Effect.NONE, "wrong type", null);

        assertThat(forNow.ambiguous()).isFalse();
        assertThat(forNow.retryable()).isTrue();
        assertThat(forGood.ambiguous()).isFalse();
        assertThat(forGood.retryable()).isFalse();
    }
}
