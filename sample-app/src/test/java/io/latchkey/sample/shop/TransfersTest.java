package io.latchkey.sample.shop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class TransfersTest {

    @AutoClose
    private final ShopFloor shop = new ShopFloor();

    private final Warehouses warehouses = new Warehouses(shop.database, new Meeting(2));

    @Test
    void whenTwoDriveOppositeWaysShouldLoseNothing() throws Exception {
        warehouses.fill(5);
        Transfers transfers = new Transfers(shop.locks, warehouses);

        shop.atOnce(
                () -> transfers.move(new Visitor(1), "north", "south"),
                () -> transfers.move(new Visitor(2), "south", "north"));

        assertThat(warehouses.items("north")).isEqualTo(5);
        assertThat(warehouses.items("south")).isEqualTo(5);
    }

    @Test
    void whenNothingIsThereShouldMoveNothing() throws Exception {
        warehouses.fill(0);

        assertThat(new Transfers(shop.locks, warehouses).move(new Visitor(1), "north", "south"))
                .isFalse();
        assertThat(warehouses.items("south")).isZero();
    }

    /** What the lock prevents: both look, then both write what they saw. */
    @Test
    void whenNothingGuardsThemShouldLoseAMove() throws Exception {
        warehouses.fill(5);

        shop.atOnce(
                () -> warehouses.move(new Visitor(1), "north", "south"),
                () -> warehouses.move(new Visitor(2), "north", "south"));

        assertThat(warehouses.items("north")).isEqualTo(4);
    }
}
