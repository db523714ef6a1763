package io.latchkey.sample.holder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import io.latchkey.Lease;
import io.latchkey.NamedLock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class SuccessorTest {

    private final NamedLock lock = mock();
    private final Lease lease = mock();
    private final List<Object> heard = new ArrayList<>();
    private final Successor successor = new Successor(lock);

    @Test
    void whenClosedBeforeTheLockComesShouldGiveItBackUnheard() {
        CompletableFuture<Lease> cannotBeCancelled = acquisition();
        successor.await(Duration.ofSeconds(1), heard::add, heard::add);

        successor.close();
        cannotBeCancelled.complete(lease);

        verify(lease).releaseAsync();
        assertThat(heard).isEmpty();
        assertThat(successor.hasTheLock()).isFalse();
    }

    @Test
    void whenClosedAfterwardsShouldGiveItBack() {
        acquisition().complete(lease);
        successor.await(Duration.ofSeconds(1), heard::add, heard::add);
        assertThat(heard).containsExactly(lease);

        successor.close();

        verify(lease).close();
    }

    private CompletableFuture<Lease> acquisition() {
        CompletableFuture<Lease> acquisition = new CompletableFuture<>() {
            @Override
            public boolean cancel(boolean mayInterruptIfRunning) {
                return false;
            }
        };
        when(lock.acquireAsync(any())).thenReturn(acquisition);
        return acquisition;
    }
}
