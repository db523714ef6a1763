package io.latchkey.spring.reactive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.latchkey.Lease;
import io.latchkey.LeaseLostException;
import io.latchkey.LockListener;
import io.latchkey.LockResult;
import io.latchkey.LockSpec;
import io.latchkey.LockTimeoutException;
import io.latchkey.NamedLock;
import io.latchkey.memory.InMemoryLocks;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

@Timeout(60)
class ReactiveLockTemplateTest {

    private static final Duration SOON = Duration.ofSeconds(20);

    private final List<String> heard = new CopyOnWriteArrayList<>();

    @AutoClose
    private final InMemoryLocks locks = InMemoryLocks.create(new LockListener() {
        @Override
        public void acquired(Lease lease, Duration waited) {
            heard.add("acquired " + lease.name());
        }

        @Override
        public void released(Lease lease, Duration held) {
            heard.add("released " + lease.name());
        }
    });

    private final ReactiveLockTemplate template = new ReactiveLockTemplate(locks, Duration.ofMillis(50));
    private final NamedLock lock = locks.reentrant("order:42");

    @Test
    void shouldRunAMonoUnderTheLock() {
        Mono<Boolean> work = template.execute("order:42", Mono.fromCallable(lock::isLocked));

        assertThat(lock.isLocked()).as("before it is subscribed to").isFalse();
        StepVerifier.create(work).expectNext(true).expectComplete().verify(SOON);
        StepVerifier.create(work).expectNext(true).expectComplete().verify(SOON);
        assertThat(lock.isLocked()).isFalse();
        assertThat(heard)
                .containsExactly("acquired order:42", "released order:42", "acquired order:42", "released order:42");
    }

    @Test
    void shouldRunAFluxUnderTheLock() {
        Flux<String> work = template.execute("order:42", Flux.just("one", "two"));

        StepVerifier.create(work).expectNext("one", "two").expectComplete().verify(SOON);
        assertThat(lock.isLocked()).isFalse();
    }

    @Test
    void shouldGiveTheLeaseToTheWork() {
        Mono<String> one = template.execute(
                LockSpec.of("order:42").leaseFor(Duration.ofMinutes(1)),
                lease -> ReactiveLockContext.currentLease().map(current -> lease.name() + " " + lease.equals(current)));
        Flux<String> many = template.executeMany(LockSpec.of("order:42"), lease -> Flux.just(lease.name()));

        StepVerifier.create(one).expectNext("order:42 true").expectComplete().verify(SOON);
        StepVerifier.create(many).expectNext("order:42").expectComplete().verify(SOON);
    }

    @Test
    void whenBusyShouldFailAfterTheDefaultWait() {
        Lease other = lock.tryAcquire().orElseThrow();
        try (other) {
            StepVerifier.create(template.execute("order:42", Mono.just("paid")))
                    .expectErrorSatisfies(failure -> assertThat(failure)
                            .isInstanceOf(LockTimeoutException.class)
                            .hasMessageContaining("50ms"))
                    .verify(SOON);
        }
    }

    @Test
    void whenTriedShouldTellWhetherItRan() {
        LockSpec spec = LockSpec.of("order:42");
        StepVerifier.create(template.tryExecute(spec, lease -> Mono.just("paid")))
                .expectNext(new LockResult<>(true, "paid"))
                .expectComplete()
                .verify(SOON);
        StepVerifier.create(template.tryExecute(spec, lease -> Mono.<String>empty()))
                .expectNext(new LockResult<>(true, null))
                .expectComplete()
                .verify(SOON);
        Lease other = lock.tryAcquire().orElseThrow();
        try (other) {
            StepVerifier.create(template.tryExecute(spec, lease -> Mono.just("paid")))
                    .expectNext(new LockResult<>(false, null))
                    .expectComplete()
                    .verify(SOON);
        }
    }

    @Test
    void whenTheLeaseIsLostShouldFail() {
        StepVerifier.create(template.execute("order:42", Mono.fromCallable(lock::forceUnlock)))
                .expectError(LeaseLostException.class)
                .verify(SOON);
    }

    @Test
    void whenTheWorkFailsAndTheLeaseIsLostShouldFailWithTheWorksFailure() {
        Mono<String> work = template.execute(
                "order:42",
                Mono.fromCallable(lock::forceUnlock).then(Mono.error(new IllegalStateException("no money"))));

        StepVerifier.create(work)
                .expectErrorSatisfies(failure -> {
                    assertThat(failure).hasMessage("no money");
                    assertThat(failure.getSuppressed())
                            .anySatisfy(suppressed -> assertThat(suppressed).isInstanceOf(LeaseLostException.class));
                })
                .verify(SOON);
    }

    @Test
    void whenCancelledShouldRelease() {
        StepVerifier.create(template.execute("order:42", Flux.just("one").concatWith(Flux.never())))
                .expectNext("one")
                .thenCancel()
                .verify(SOON);

        await().atMost(SOON).until(() -> !lock.isLocked());
    }
}
