package io.latchkey.sample.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.web.server.LocalServerPort;

/** The page of a running sample, in a real browser. Pictures of it are kept in target/screenshots. */
@TestInstance(Lifecycle.PER_CLASS)
abstract class OpenPage {

    @LocalServerPort
    private int port;

    Browser browser;

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
        browser.open("http://localhost:" + port + "/");
        browser.complaints();
    }

    @AfterEach
    void shouldHaveNothingToComplainAbout() {
        // The browser notes every request that was refused, bad entries among them.
        assertThat(browser.complaints()).allMatch(complaint -> complaint.contains("status of 400"));
    }

    /** Presses the button and waits for the end; the answer is the run's id. */
    String run(String feature) {
        browser.until("button[value=" + feature + "][aria-disabled=false]");
        browser.click("button[value=" + feature + "]");
        return untilFinished();
    }

    String untilFinished() {
        browser.until("#order[data-run]");
        String run = String.valueOf(browser.find("#order").getDomAttribute("data-run"));
        browser.until("#run[data-run='" + run + "'][data-state=finished]");
        return run;
    }

    List<String> steps() {
        return browser.findAll("#story li").stream()
                .map(step -> String.valueOf(step.getDomAttribute("data-step")))
                .toList();
    }

    String colour(String variable) {
        return browser.ask("getComputedStyle(document.documentElement).getPropertyValue('" + variable + "').trim()");
    }
}
