package io.latchkey.spi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(30)
class PrintableTest {

    @Test
    void whenHarmlessShouldStayAsItIs() {
        String text = "order:42 {a} 锁 \uD83D\uDD12 é";

        assertThat(Printable.of(text)).isSameAs(text);
    }

    @ParameterizedTest
    @CsvSource({
        "000A, new line",
        "000D, carriage return",
        "0000, nul",
        "001B, escape of a terminal",
        "007F, delete",
        "0085, next line",
        "2028, line separator",
        "2029, paragraph separator",
        "202E, right to left override",
        "200B, zero width space",
        "FEFF, byte order mark"
    })
    void whenACharacterCouldForgeALineShouldBeEscaped(String code, String what) {
        char character = (char) Integer.parseInt(code, 16);

        assertThat(Printable.of("a" + character + "b")).as(what).isEqualToIgnoringCase("a\\u" + code + "b");
    }

    @Test
    void whenVeryLongShouldBeCutAndSayHowLongItWas() {
        assertThat(Printable.of("x".repeat(200))).hasSize(200);
        assertThat(Printable.of("x".repeat(201))).isEqualTo("x".repeat(200) + "… (201 characters)");
        assertThat(Printable.of("\n".repeat(1_000_000))).hasSizeLessThan(2000).endsWith("… (1000000 characters)");
    }
}
