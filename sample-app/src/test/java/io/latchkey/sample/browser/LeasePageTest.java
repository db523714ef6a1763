package io.latchkey.sample.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.latchkey.Lease;
import io.latchkey.Locks;
import io.latchkey.sample.SampleTest;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** How the page shows leases: the story of the holder, and the locks of this process. */
@NeedsBrowser
@SampleTest
class LeasePageTest extends OpenPage {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Of a point in a drawing: what comes after the comma. */
    private static final Pattern HEIGHT = Pattern.compile(",([\\d.]+)");

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
    void shouldShowALeaseRunDown(@Autowired Locks locks) throws InterruptedException {
        try (Lease lease = locks.reentrant("warehouse:east").acquire(Duration.ofSeconds(20), Duration.ofMinutes(5))) {
            browser.until("#locks", "warehouse:east");
            double first = secondsLeft("warehouse:east");

            await().atMost(PATIENCE).until(() -> secondsLeft("warehouse:east") < first - 1);

            assertThat(first).isLessThanOrEqualTo(300).isGreaterThan(200);
        }
        browser.until("#locks", "Nothing is held");
    }

    /** In the unit of the drawing, since the holder has had the lock. */
    private List<Double> leaseLeft() {
        // At once, because it is drawn anew several times a second.
        String points = browser.ask("document.querySelector('#lease polyline.c0')?.getAttribute('points')");
        double[] heights = HEIGHT.matcher(points)
                .results()
                .mapToDouble(point -> -Double.parseDouble(point.group(1)))
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
}
