package io.latchkey.sample.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.sample.SampleTest;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** The page on a phone, in the dark, with a keyboard, and for those who do not see it. */
@NeedsBrowser
@SampleTest
class ReadablePageTest extends OpenPage {

    @Test
    void shouldFitAPhoneAndTheDark() {
        run("template");
        browser.pretendPhone();
        try {
            assertThat(browser.ask("document.documentElement.scrollWidth")).isEqualTo("390");
            browser.keepPicture("phone");
            String light = browser.find("body").getCssValue("background-color");
            browser.preferDark(true);
            browser.keepPicture("phone-dark");
            assertThat(browser.find("body").getCssValue("background-color")).isNotEqualTo(light);
        } finally {
            browser.preferDark(false);
            browser.pretendNoPhone();
        }
    }

    @Test
    void shouldBeReadableInLightAndDark() {
        for (boolean dark : List.of(false, true)) {
            browser.preferDark(dark);
            for (String colour : List.of("--ink", "--quiet", "--accent", "--good", "--bad")) {
                assertThat(Contrast.between(colour(colour), colour("--card")))
                        .as("%s on --card, dark: %s", colour, dark)
                        .isGreaterThanOrEqualTo(4.5);
            }
            for (String colour : List.of("--late", "--write", "--p0", "--p1", "--p2", "--p3")) {
                assertThat(Contrast.between(colour(colour), colour("--track")))
                        .as("%s on --track, dark: %s", colour, dark)
                        .isGreaterThanOrEqualTo(3);
            }
        }
        browser.preferDark(false);
    }

    @Test
    void shouldSayWhatTheColoursOfTheTimelineMean() {
        run("read-write");
        assertThat(browser.text("#timeline .legend")).isEqualTo("restocked");

        run("template");
        assertThat(browser.text("#timeline .legend")).isEqualTo("came too late");
    }

    @Test
    void shouldWorkWithTheKeyboard() {
        WebElement button = browser.find("button[value=template]");

        button.sendKeys(Keys.ENTER);

        untilFinished();
        assertThat(browser.text("#run-title")).isEqualTo("LockTemplate");
        assertThat(browser.ask("document.activeElement.value")).isEqualTo("template");
    }

    @Test
    void whenCancelledWithTheKeyboardShouldKeepTheFocus() {
        browser.type("#visitors", "1000");
        browser.click("button[value=template]");
        browser.until("#run[data-state=running]");

        browser.find("#cancel").sendKeys(Keys.ENTER);

        untilFinished();
        assertThat(browser.ask("document.activeElement.value")).isEqualTo("template");
    }

    @Test
    void shouldLetTheKeyboardScrollWhatIsWide() {
        assertThat(browser.findAll(".scroll, pre")).hasSize(4).allSatisfy(wide -> {
            assertThat(wide.getDomAttribute("tabindex")).isEqualTo("0");
            assertThat(wide.getDomAttribute("role")).isEqualTo("region");
            assertThat(wide.getDomAttribute("aria-label")).isNotBlank();
        });
    }

    @Test
    void shouldNameEverythingForThoseWhoDoNotSeeIt() {
        run("template");

        assertThat(browser.findAll("input"))
                .allSatisfy(input -> assertThat(input.getAccessibleName()).isNotBlank());
        assertThat(browser.findAll("button"))
                .filteredOn(WebElement::isDisplayed)
                .allSatisfy(button -> assertThat(button.getAccessibleName()).isNotBlank());
        assertThat(browser.findAll("figure svg"))
                .filteredOn(WebElement::isDisplayed)
                .isNotEmpty()
                .allSatisfy(
                        chart -> assertThat(chart.getDomAttribute("aria-label")).isNotBlank());
        assertThat(browser.find("#verdict").getDomAttribute("role")).isEqualTo("status");
        assertThat(browser.find("#problem").getDomAttribute("role")).isEqualTo("alert");
    }

    /** What is said in a part that is not there is not read aloud. */
    @ParameterizedTest
    @ValueSource(strings = {"#problem", "#holder-problem", "#connection", "#command-note"})
    void whileThereIsNothingToSayShouldStillBeThere(String part) {
        assertThat(browser.text(part)).isEmpty();
        assertThat(browser.find(part).getCssValue("display")).isNotEqualTo("none");
    }

    @Test
    void shouldLoadNothingFromElsewhere() {
        assertThat(
                        browser.ask(
                                "performance.getEntriesByType('resource')"
                                        + ".map(entry => new URL(entry.name).origin).filter(origin => origin !== location.origin).length"))
                .isEqualTo("0");
    }
}
