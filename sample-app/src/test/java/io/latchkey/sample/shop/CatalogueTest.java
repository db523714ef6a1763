package io.latchkey.sample.shop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class CatalogueTest {

    @AutoClose
    private final ShopFloor shop = new ShopFloor();

    @Test
    void whenOneRestocksShouldShowNobodyAHalfStockedShelf() throws Exception {
        Shelf shelf = new Shelf(shop.database, new Meeting(2));
        Catalogue catalogue = new Catalogue(shop.locks, shelf);

        assertThat(shop.atOnce(() -> catalogue.restock(new Visitor(1)), () -> catalogue.browse(new Visitor(2))))
                .containsExactly(true, true);

        assertThat(shelf.stocked()).isOne();
    }

    @Test
    void whenManyBrowseShouldLetThemInTogether() throws Exception {
        Catalogue catalogue = new Catalogue(shop.locks, new Shelf(shop.database, new Meeting(3)));
        Visitor[] readers = {new Visitor(1), new Visitor(2), new Visitor(3)};

        assertThat(shop.atOnce(
                        () -> catalogue.browse(readers[0]),
                        () -> catalogue.browse(readers[1]),
                        () -> catalogue.browse(readers[2])))
                .containsExactly(true, true, true);

        long lastIn = Math.max(readers[0].entered(), Math.max(readers[1].entered(), readers[2].entered()));
        assertThat(readers).allSatisfy(reader -> assertThat(reader.left()).isGreaterThanOrEqualTo(lastIn));
    }

    /** What the lock prevents: somebody reads the label, somebody restocks, and then the first looks at the shelf. */
    @Test
    void whenNothingGuardsItShouldMislead() {
        Shelf unguarded = new Shelf(shop.database, () -> {});
        Shelf slowly = new Shelf(shop.database, () -> unguarded.restock(new Visitor(1)));

        assertThat(slowly.read(new Visitor(2))).isFalse();
    }
}
