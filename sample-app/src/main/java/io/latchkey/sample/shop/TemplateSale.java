package io.latchkey.sample.shop;

import io.latchkey.LockTemplate;
import org.springframework.stereotype.Service;

/** With a template: the lock is taken and given back around a piece of code. */
@Service
public class TemplateSale implements Sale {

    private final LockTemplate template;
    private final Till till;

    TemplateSale(LockTemplate template, Till till) {
        this.template = template;
        this.till = till;
    }

    @Override
    public boolean buy(Visitor buyer) {
        return template.execute("flash-sale", () -> till.sell(buyer));
    }
}
