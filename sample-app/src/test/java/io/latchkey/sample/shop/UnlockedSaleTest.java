package io.latchkey.sample.shop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The negative control: the same two buyers that a lock keeps apart. */
class UnlockedSaleTest {

    @AutoClose
    private final ShopFloor shop = new ShopFloor();

    @Test
    void whenTwoWantTheLastItemShouldSellItTwice() throws Exception {
        Sale sale = new UnlockedSale(shop.till(new Meeting(2)));
        shop.stock().fill(1);

        List<Boolean> got = shop.atOnce(() -> sale.buy(new Visitor(1)), () -> sale.buy(new Visitor(2)));

        assertThat(got).containsExactly(true, true);
        assertThat(shop.stock().sold()).isEqualTo(2);
    }
}
