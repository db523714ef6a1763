package io.latchkey.sample.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.sample.SampleTest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.springframework.boot.test.web.server.LocalServerPort;

/** The page, in a real browser. Pictures of it are kept in target/screenshots. */
@NeedsBrowser
@SampleTest
@TestInstance(Lifecycle.PER_CLASS)
class PageTest {

    private final String address;
    private Browser browser;

    PageTest(@LocalServerPort int port) {
        this.address = "http://localhost:" + port + "/";
    }

    @BeforeAll
    void start(@TempDir Path profile) {
        browser = Browser.start(profile);
    }

    @AfterAll
    void quit() {
        if (browser != null) {
            browser.close();
        }
    }

    @BeforeEach
    void open() {
        browser.open(address);
        browser.complaints();
    }

    @AfterEach
    void shouldHaveNothingToComplainAbout() {
        // The browser notes every request that was refused, bad entries among them.
        assertThat(browser.complaints()).allMatch(complaint -> complaint.contains("status of 400"));
    }

    @Test
    void whenSellingWithoutALockShouldShowTooManyInRed() {
        run("unlocked");

        assertThat(browser.text("#verdict")).matches("\\d+ sold of 50: \\d+ too many");
        assertThat(browser.find("#verdict").getDomAttribute("class")).contains("bad");
        assertThat(browser.text("#stock .chart")).contains("that never were");
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
        assertThat(browser.text("#order-of-service figcaption")).containsPattern("\\d+ of 200 were overtaken");
        assertThat(browser.findAll("#order-of-service circle")).hasSize(200);
        browser.keepPicture(feature);
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
        assertThat(browser.text("#code-text")).contains("line.acquire(Duration.ofMinutes(1))");
    }

    @Test
    void whenCancelledShouldSaySo() {
        browser.type("#visitors", "1000");
        browser.type("#items", "1000");
        browser.click("button[value=template]");
        browser.until("#cancel:enabled");
        browser.until("#timeline rect.c0");
        browser.until("#locks", "and");
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
        assertThat(browser.find("button[value=template]").isEnabled()).isTrue();
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

    @Test
    void shouldWorkWithTheKeyboard() {
        WebElement button = browser.find("button[value=template]");

        button.sendKeys(Keys.ENTER);

        untilFinished();
        assertThat(browser.text("#run-title")).isEqualTo("LockTemplate");
    }

    @Test
    void whenAHolderIsFrozenShouldShowHowItsLateWriteIsRefused() {
        browser.click("#holder-start");
        browser.until("#holder-freeze:enabled");
        browser.until("#locks", "Waiting, in order: 1");
        assertThat(browser.text("#locks")).contains("till").contains("reentrant");

        browser.click("#holder-freeze");

        browser.until("#locks", "Held: 1");
        assertThat(browser.text("#locks")).contains("renewed");

        browser.until("#story [data-step=end]");
        assertThat(steps())
                .startsWith("start", "held", "waiting", "frozen", "taken-over", "wrote", "thawed")
                .contains("refused", "lost");
        assertThat(browser.text("#story [data-step=refused]")).contains("Its late write is refused");
        assertThat(browser.text("#lease .chart")).contains("frozen").contains("taken over");
        assertThat(browser.findAll("#lease polyline")).hasSize(2);
        assertThat(browser.find("#holder-start").isEnabled()).isTrue();
        browser.keepPicture("holder-frozen");
    }

    @Test
    void whenAHolderIsKilledShouldShowTheTakeOver() {
        browser.click("#holder-start");
        browser.until("#holder-kill:enabled");

        browser.click("#holder-kill");

        browser.until("#story [data-step=end]");
        assertThat(steps()).containsExactly("start", "held", "waiting", "killed", "taken-over", "wrote", "end");
        browser.keepPicture("holder-killed");
    }

    @Test
    void whenASecondProcessJoinsShouldShowTheLockMoveBetweenThem(@TempDir Path directory) throws IOException {
        try (SecondProcess second = SecondProcess.start(
                browser.text("#command"), directory, "--sample.work-time=5ms", "--latchkey.lease-time=2s")) {
            String other = "http://localhost:" + second.port() + "/";
            browser.until("#processes .process:nth-child(2)");

            run("template");

            assertThat(browser.text("#verdict")).isEqualTo("50 sold of 50");
            assertThat(browser.text("#timeline figcaption")).contains("at most 1 at a time");
            assertThat(browser.findAll("#timeline rect.c0")).hasSize(100);
            assertThat(browser.findAll("#timeline rect.c1")).hasSize(100);
            browser.keepPicture("two-processes");
            Runnable back = browser.openAnother(other);
            browser.until("#processes .process:nth-child(2)");
            browser.until("#verdict", "50 sold of 50");
            String run = run("fair");
            assertThat(browser.text("#verdict")).isEqualTo("50 sold of 50");
            browser.keepPicture("two-processes-other-page");
            browser.closeThisWindow();
            back.run();
            browser.until("#run[data-run='" + run + "'][data-state=finished]");
        }
        browser.untilCount("#processes .process", 1);
    }

    @Test
    void whenTheProcessThatBeganItDiesShouldEndRunAndStory(@TempDir Path directory) throws IOException {
        try (SecondProcess second = SecondProcess.start(
                browser.text("#command"), directory, "--sample.work-time=20ms", "--latchkey.lease-time=2s")) {
            int port = second.port();
            browser.until("#processes .process:nth-child(2)");
            Runnable back = browser.openAnother("http://localhost:" + port + "/");
            browser.click("#holder-start");
            browser.until("#holder-freeze:enabled");
            browser.type("#visitors", "1000");
            browser.type("#items", "1000");
            browser.click("button[value=template]");
            browser.until("#cancel:enabled");
            browser.closeThisWindow();
            back.run();
            browser.until("#run[data-state=running]");
            browser.until("#story [data-step=waiting]", ":" + port);
            assertThat(browser.find("#holder-freeze").isEnabled()).isFalse();
            assertThat(browser.find("#holder-kill").isEnabled()).isFalse();
        }
        browser.until("#verdict", "The process that started it has gone.");
        browser.until("#story [data-step=end]", "The process that told this has gone.");
        browser.until("button[value=template]:enabled");
        browser.until("#holder-start:enabled");
        browser.untilCount("#processes .process", 1);
    }

    @Test
    void shouldFitAPhoneAndTheDark() {
        run("template");
        browser.pretendPhone();
        try {
            assertThat(browser.ask("document.documentElement.scrollWidth")).isEqualTo("390");
            browser.keepPicture("phone");
            browser.preferDark(true);
            browser.keepPicture("phone-dark");
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
        }
        browser.preferDark(false);
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

    @Test
    void shouldLoadNothingFromElsewhere() {
        assertThat(
                        browser.ask(
                                "performance.getEntriesByType('resource')"
                                        + ".map(entry => new URL(entry.name).origin).filter(origin => origin !== location.origin).length"))
                .isEqualTo("0");
    }

    /** Presses the button and waits for the end; the answer is the run's id. */
    private String run(String feature) {
        browser.until("button[value=" + feature + "]:enabled");
        browser.click("button[value=" + feature + "]");
        return untilFinished();
    }

    private String untilFinished() {
        browser.until("#order[data-run]");
        String run = String.valueOf(browser.find("#order").getDomAttribute("data-run"));
        browser.until("#run[data-run='" + run + "'][data-state=finished]");
        return run;
    }

    private List<String> steps() {
        return browser.findAll("#story li").stream()
                .map(step -> String.valueOf(step.getDomAttribute("data-step")))
                .toList();
    }

    private String colour(String variable) {
        return browser.ask("getComputedStyle(document.documentElement).getPropertyValue('" + variable + "').trim()");
    }
}
