package io.latchkey.sample.shop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What every sale with a lock keeps to. */
abstract class SaleContract {

    @AutoClose
    final ShopFloor shop = new ShopFloor();

    abstract Sale sale(Till till);

    @Test
    void whenTwoWantTheLastItemShouldSellItOnce() throws Exception {
        Sale sale = sale(shop.till(new Meeting(2)));
        shop.stock().fill(1);

        List<Boolean> got = shop.atOnce(() -> sale.buy(new Visitor(1)), () -> sale.buy(new Visitor(2)));

        assertThat(got).containsExactlyInAnyOrder(true, false);
        assertThat(shop.stock().sold()).isOne();
        assertThat(shop.stock().left()).isZero();
    }

    @Test
    void whenThereIsEnoughShouldServeBoth() throws Exception {
        Sale sale = sale(shop.till(() -> {}));
        shop.stock().fill(2);

        List<Boolean> got = shop.atOnce(() -> sale.buy(new Visitor(1)), () -> sale.buy(new Visitor(2)));

        assertThat(got).containsExactly(true, true);
        assertThat(shop.stock().left()).isZero();
    }
}
