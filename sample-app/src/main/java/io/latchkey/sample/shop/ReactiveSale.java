package io.latchkey.sample.shop;

import io.latchkey.spring.reactive.ReactiveLockTemplate;
import org.springframework.stereotype.Service;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Reactive: no thread waits for the lock. Cancelled while waiting or while selling, it gives the lock back. */
@Service
public class ReactiveSale {

    private final ReactiveLockTemplate template;
    private final Till till;

    ReactiveSale(ReactiveLockTemplate template, Till till) {
        this.template = template;
        this.till = till;
    }

    public Mono<Boolean> buy(Visitor buyer) {
        Mono<Boolean> selling = Mono.fromCallable(() -> till.sell(buyer)).subscribeOn(Schedulers.boundedElastic());
        return template.execute("flash-sale", selling);
    }
}
