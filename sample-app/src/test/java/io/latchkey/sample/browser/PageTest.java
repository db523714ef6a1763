package io.latchkey.sample.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.latchkey.Lease;
import io.latchkey.Locks;
import io.latchkey.sample.SampleTest;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;

/** The page, in a real browser. Pictures of it are kept in target/screenshots. */
@NeedsBrowser
@SampleTest
@TestInstance(Lifecycle.PER_CLASS)
class PageTest {

    private static final Pattern OVERTAKEN = Pattern.compile("(\\d+) of 200 were overtaken");
    private static final Duration PATIENCE = Duration.ofSeconds(60);

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
    void whileAHolderLivesShouldShowHowItsLeaseIsRenewed() {
        browser.clickTwice("#holder-start");
        browser.until("#story [data-step=waiting]");
        // It is looked at five times a second at most, and would end after two.
        await().atMost(PATIENCE).until(() -> leaseLeft().size() > 15);

        assertThat(steps()).containsExactly("start", "held", "waiting");
        List<Double> left = leaseLeft();
        assertThat(IntStream.range(1, left.size()).filter(look -> left.get(look) > left.get(look - 1) + 10))
                .as("renewals")
                .isNotEmpty();
        assertThat(browser.text("#holder-problem")).isEmpty();
        browser.clickTwice("#holder-kill");
        browser.until("#story [data-step=end]");
        assertThat(browser.text("#holder-problem")).isEmpty();
    }

    @Test
    void shouldShowALeaseRunDown(@Autowired Locks locks) throws InterruptedException {
        try (Lease lease = locks.reentrant("warehouse:east").acquire(Duration.ofSeconds(20), Duration.ofMinutes(5))) {
            browser.until("#locks", "warehouse:east");
            double first = secondsLeft("warehouse:east");

            await().atMost(PATIENCE).until(() -> secondsLeft("warehouse:east") < first - 1);

            assertThat(first).isLessThanOrEqualTo(300).isGreaterThan(200);
        }
        browser.until("#locks", "Nothing is held");
    }

    @Test
    void whenAHolderIsFrozenShouldShowHowItsLateWriteIsRefused() {
        browser.click("#holder-start");
        browser.until("#holder-freeze[aria-disabled=false]");
        browser.until("#locks", "Waiting in this process, longest first: 1");
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
        assertThat(browser.find("#holder-start").getDomAttribute("aria-disabled"))
                .isEqualTo("false");
        browser.keepPicture("holder-frozen");
    }

    @Test
    void whenAHolderIsKilledShouldShowTheTakeOver() {
        browser.click("#holder-start");
        browser.until("#holder-kill[aria-disabled=false]");

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
            assertThat(browser.findAll("#timeline rect.c0")).hasSize(100);
            assertThat(browser.findAll("#timeline rect.c1")).hasSize(100);
            browser.keepPicture("two-processes-other-page");
            browser.closeThisWindow();
            back.run();
            browser.until("#run[data-run='" + run + "'][data-state=finished]");
            assertThat(browser.findAll("#timeline rect.c0")).hasSize(100);
            assertThat(browser.findAll("#timeline rect.c1")).hasSize(100);
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
            browser.until("#holder-freeze[aria-disabled=false]");
            browser.type("#visitors", "1000");
            browser.type("#items", "1000");
            browser.click("button[value=template]");
            browser.until("#cancel[aria-disabled=false]");
            browser.closeThisWindow();
            back.run();
            browser.until("#run[data-state=running]");
            browser.until("#story [data-step=waiting]", ":" + port);
            assertThat(browser.find("#holder-freeze").getDomAttribute("aria-disabled"))
                    .isEqualTo("true");
            assertThat(browser.find("#holder-kill").getDomAttribute("aria-disabled"))
                    .isEqualTo("true");
        }
        browser.until("#verdict", "The process that started it has gone.");
        browser.until("#story [data-step=end]", "The process that told this has gone.");
        browser.until("button[value=template][aria-disabled=false]");
        browser.until("#holder-start[aria-disabled=false]");
        browser.untilCount("#processes .process", 1);
    }

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
    void shouldLetTheKeyboardScrollWhatIsWide() {
        assertThat(browser.findAll(".scroll, pre")).hasSize(4).allSatisfy(wide -> {
            assertThat(wide.getDomAttribute("tabindex")).isEqualTo("0");
            assertThat(wide.getDomAttribute("role")).isEqualTo("region");
            assertThat(wide.getDomAttribute("aria-label")).isNotBlank();
        });
    }

    @Test
    void shouldSayWhatTheColoursOfTheTimelineMean() {
        run("read-write");
        assertThat(browser.text("#timeline .legend")).isEqualTo("restocked");

        run("template");
        assertThat(browser.text("#timeline .legend")).isEqualTo("came too late");
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
        browser.until("button[value=" + feature + "][aria-disabled=false]");
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

    /** In the unit of the drawing, since the holder has had the lock. */
    private List<Double> leaseLeft() {
        String points = String.valueOf(browser.find("#lease polyline.c0").getDomAttribute("points"));
        double[] heights = Stream.of(points.split(" "))
                .mapToDouble(point -> -Double.parseDouble(point.split(",")[1]))
                .toArray();
        return DoubleStream.of(heights)
                .dropWhile(height -> height <= heights[0])
                .boxed()
                .toList();
    }

    private double secondsLeft(String lock) {
        return Double.parseDouble(browser.ask(
                "[...document.querySelectorAll('#locks tr')]" + ".find(row => row.cells[0].textContent === '" + lock
                        + "').cells[4].textContent.replace(/ s.*/, '')"));
    }

    /** As the browser writes a colour like {@code #1b2330}. */
    private static String rgb(String colour) {
        int all = Integer.parseInt(colour.substring(1), 16);
        return "rgb(%d, %d, %d)".formatted(all >> 16, all >> 8 & 255, all & 255);
    }

    private String colour(String variable) {
        return browser.ask("getComputedStyle(document.documentElement).getPropertyValue('" + variable + "').trim()");
    }
}
