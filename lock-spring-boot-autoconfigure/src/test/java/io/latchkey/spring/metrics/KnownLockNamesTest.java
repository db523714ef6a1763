package io.latchkey.spring.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.latchkey.spring.metrics.LockNames.Parts;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KnownLockNamesTest {

    private final KnownLockNames names = new KnownLockNames(List.of("orders", "shop:stock"));

    @ParameterizedTest
    @CsvSource({
        "orders,          orders,     none",
        "orders:42,       orders,     42",
        "orders:42:7,     orders,     42:7",
        "'orders:',       orders,     ''",
        "shop:stock:9,    shop:stock, 9",
        "shop:9,          none,       shop:9",
        "orders-42,       none,       orders-42",
        "ordersX:42,      none,       ordersX:42",
        "':orders',       none,       ':orders'",
        "jane@example.org, none,      jane@example.org",
    })
    void shouldLetOnlyKnownNamesThrough(String lock, String name, String key) {
        assertThat(names.parts(lock)).isEqualTo(new Parts(name, key));
    }

    @Test
    void whenANameIsAddedShouldKnowIt() {
        names.add("invoices");

        assertThat(names.parts("invoices:1").name()).isEqualTo("invoices");
    }

    @Test
    void shouldRefuseABlankName() {
        assertThatThrownBy(() -> names.add(" ")).isInstanceOf(IllegalArgumentException.class);
    }
}
