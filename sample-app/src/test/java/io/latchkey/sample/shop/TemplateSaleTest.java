package io.latchkey.sample.shop;

import io.latchkey.LockTemplate;

class TemplateSaleTest extends SaleContract {

    @Override
    Sale sale(Till till) {
        return new TemplateSale(new LockTemplate(shop.locks), till);
    }
}
