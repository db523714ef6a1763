package io.latchkey.sample.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.sample.SampleTest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.WebElement;

/** The buttons of the shop. */
@NeedsBrowser
@SampleTest
class PageTest extends OpenPage {

    private static final Pattern OVERTAKEN = Pattern.compile("(\\d+) of 200 were overtaken");

    @Test
    void whenSellingWithoutALockShouldShowTooManyInRed() {
        run("unlocked");

        assertThat(browser.text("#verdict")).matches("\\d+ sold of 50: \\d+ too many");
        assertThat(browser.find("#verdict").getDomAttribute("class")).contains("bad");
        assertThat(browser.text("#stock .chart")).contains("that never were");
        WebElement tooMany = browser.find("#stock .oversold");
        assertThat(Double.parseDouble(String.valueOf(tooMany.getDomAttribute("width"))))
                .isPositive();
        assertThat(tooMany.getCssValue("fill")).isEqualTo(rgb(colour("--bad")));
        browser.keepPicture("unlocked");
    }

    @ParameterizedTest
    @ValueSource(strings = {"annotation", "fair", "template", "reactive"})
    void whenSellingWithALockShouldSellWhatThereIs(String feature) {
        run(feature);

        assertThat(browser.text("#verdict")).isEqualTo("50 sold of 50");
        assertThat(browser.find("#verdict").getDomAttribute("class")).contains("good");
        assertThat(browser.text("#outcomes")).isEqualTo("50 served, 150 came too late");
        assertThat(browser.findAll("#stock .oversold")).isEmpty();
        assertThat(browser.text("#timeline figcaption")).contains("at most 1 at a time");
        assertThat(browser.findAll("#timeline rect.c0")).hasSize(200);
        assertThat(browser.text("#waits figcaption")).contains("half of them up to");
        assertThat(browser.findAll("#waits rect.c0")).hasSize(16);
        assertThat(browser.ask("[...document.querySelectorAll('#waits rect title')]"
                        + ".reduce((sum, title) => sum + parseInt(title.textContent), 0)"))
                .as("visitors in the histogram")
                .isEqualTo("200");
        assertThat(browser.text("#order-of-service figcaption")).containsPattern("\\d+ of 200 were overtaken");
        assertThat(browser.findAll("#order-of-service circle")).hasSize(200);
        browser.keepPicture(feature);
    }

    /** Some are overtaken on their way to the line, which is in Redis; none in it. */
    @Test
    void whenSellingWithAFairLockShouldServeInOrder() {
        run("fair");

        Matcher overtaken = OVERTAKEN.matcher(browser.text("#order-of-service figcaption"));
        assertThat(overtaken.find()).isTrue();
        assertThat(Integer.parseInt(overtaken.group(1))).isLessThan(20);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    read-write | 180 browsed, up to \\d+ at a time, while 20 restocked: nobody saw a shelf half done
                    multi      | 200 moved; \\d+ in the north and \\d+ in the south make 100, as before: 100
                    semaphore  | 200 parcels packed, at most 3 at a time
                    """)
    void whenUsedElsewhereShouldKeepOrder(String feature, String verdict) {
        run(feature);

        assertThat(browser.text("#verdict")).matches(verdict);
        assertThat(browser.find("#verdict").getDomAttribute("class")).contains("good");
        assertThat(browser.find("#stock").isDisplayed()).isFalse();
        assertThat(browser.findAll("#timeline .chart rect")).hasSizeGreaterThan(200);
        browser.keepPicture(feature);
    }

    @Test
    void shouldShowTheCodeBehindAButton() {
        run("fair");

        browser.click("#code summary");

        browser.until("#code-text", "public class FairSale implements Sale");
        assertThat(browser.text("#code-text")).contains("line.acquire(Visitor.PATIENCE)");
    }

    @Test
    void whenCancelledShouldSaySo() {
        browser.type("#visitors", "1000");
        browser.type("#items", "1000");
        browser.click("button[value=template]");
        browser.until("#cancel[aria-disabled=false]");
        browser.until("#timeline rect.c0");
        browser.untilMatches("#progress-text", "[1-9]\\d* of 1000 visitors");
        browser.until("#locks", "and");
        assertThat(browser.find("#run").getDomAttribute("data-state")).isEqualTo("running");
        browser.keepPicture("under-way");
        browser.ask("document.querySelector('#locks .scroll').dataset.kept = 'yes'");

        browser.click("#cancel");

        untilFinished();
        assertThat(browser.text("#verdict")).startsWith("Cancelled. ");
        assertThat(browser.ask("document.getElementById('progress').value < 1000"))
                .isEqualTo("true");
        browser.until("#locks", "Nothing is held");
        // Else nobody could scroll it on a phone.
        assertThat(browser.find("#locks .scroll").getDomAttribute("data-kept")).isEqualTo("yes");
        assertThat(browser.find("#cancel").isDisplayed()).isFalse();
        assertThat(browser.find("button[value=template]").getDomAttribute("aria-disabled"))
                .isEqualTo("false");
    }

    @Test
    void whenAButtonIsPressedTwiceShouldStartOneRunAndComplainOfNothing() {
        browser.clickTwice("button[value=template]");

        untilFinished();
        assertThat(browser.text("#problem")).isEmpty();
    }

    @Test
    void whenARunStartsShouldForgetWhatWasWrongBefore() {
        browser.type("#items", "many");
        browser.click("button[value=fair]");
        browser.until("#problem", "'many' is not one");

        browser.ask("fetch('api/runs', {method: 'POST', "
                + "body: new URLSearchParams({feature: 'template', visitors: 7, items: 7})})");

        browser.until("#verdict", "7 sold of 7");
        assertThat(browser.text("#problem")).isEmpty();
        assertThat(browser.find("#items").getDomAttribute("aria-invalid")).isEqualTo("false");
    }

    @ParameterizedTest
    @CsvSource({"visitors, many", "visitors, -1", "items, 99999999999", "items, ''"})
    void whenAnEntryIsBadShouldSayWhatToWrite(String field, String typed) {
        browser.type("#" + field, typed);

        browser.click("button[value=fair]");

        browser.until("#problem", "enter a whole number from 1 to 1000");
        assertThat(browser.find("#" + field).getDomAttribute("aria-invalid")).isEqualTo("true");
        assertThat(browser.ask("document.activeElement.id")).isEqualTo(field);
        assertThat(browser.text("body")).doesNotContain("Exception").doesNotContain("\tat ");
        browser.keepPicture("bad-entry");
    }

    /** As the browser writes a colour like {@code #1b2330}. */
    private static String rgb(String colour) {
        int all = Integer.parseInt(colour.substring(1), 16);
        return "rgb(%d, %d, %d)".formatted(all >> 16, all >> 8 & 255, all & 255);
    }
}
