package io.latchkey.sample.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuantityTest {

    @Test
    void shouldTakeAWholeNumber() {
        assertThat(Quantity.parse("items", "Items", " 50 ", 1000)).isEqualTo(50);
    }

    @ParameterizedTest
    @ValueSource(strings = {"many", "-1", "0", "1001", "99999999999999999999", "1.5", "1e3", "<b>1</b>", "Ⅻ"})
    void whenItCannotBeUsedShouldSayWhatCan(String typed) {
        assertThatThrownBy(() -> Quantity.parse("items", "Items", typed, 1000))
                .isInstanceOf(BadInputException.class)
                .hasMessage("Items: enter a whole number from 1 to 1000; '%s' is not one.", typed)
                .extracting("field")
                .isEqualTo("items");
    }

    @Test
    void whenNothingWasTypedShouldNotRepeatIt() {
        assertThatThrownBy(() -> Quantity.parse("items", "Items", "  ", 1000))
                .hasMessage("Items: enter a whole number from 1 to 1000.");
    }

    @Test
    void whenVeryLongShouldRepeatOnlyTheBeginning() {
        assertThatThrownBy(() -> Quantity.parse("items", "Items", "9".repeat(5000), 1000))
                .hasMessageContaining("'" + "9".repeat(20) + "…'");
    }
}
