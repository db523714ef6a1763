package io.latchkey.sample.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.sample.SampleTest;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page, while a second process shares the shop. */
@NeedsBrowser
@SampleTest
class SeveralProcessesPageTest extends OpenPage {

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
}
