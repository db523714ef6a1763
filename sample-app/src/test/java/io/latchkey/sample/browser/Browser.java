package io.latchkey.sample.browser;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.WindowType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;

/** A headless Chromium, if the machine has one. */
final class Browser implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Path SCREENSHOTS = Path.of(System.getProperty("basedir", ""), "target", "screenshots");

    private final ChromeDriver driver;

    private Browser(ChromeDriver driver) {
        this.driver = driver;
    }

    /** Empty where no browser is installed, or no driver for it. */
    static Optional<Path> program() {
        return onPath("chromium", "chromium-browser", "google-chrome");
    }

    static Optional<Path> driverProgram() {
        return onPath("chromedriver");
    }

    private static Optional<Path> onPath(String... names) {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Stream.of(names)
                .flatMap(name -> Stream.of(path.split(File.pathSeparator)).map(directory -> Path.of(directory, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Starts it with nothing to remember and nowhere to call home. */
    static Browser start(Path profile) {
        ChromeOptions options = new ChromeOptions();
        options.setBinary(program().orElseThrow().toFile());
        options.addArguments(
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--user-data-dir=" + profile);
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        options.setCapability("goog:loggingPrefs", logs);
        // Named, so that Selenium does not look for one to download.
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(driverProgram().orElseThrow().toFile())
                .build();
        Browser browser = new Browser(new ChromeDriver(service, options));
        browser.resize(1100, 900);
        return browser;
    }

    void open(String address) {
        driver.get(address);
        until("#processes .process");
    }

    WebElement find(String css) {
        return driver.findElement(By.cssSelector(css));
    }

    List<WebElement> findAll(String css) {
        return driver.findElements(By.cssSelector(css));
    }

    String text(String css) {
        return find(css).getText();
    }

    void click(String css) {
        WebElement element = find(css);
        driver.executeScript("arguments[0].scrollIntoView({block: 'center'})", element);
        element.click();
    }

    void type(String css, String text) {
        WebElement field = find(css);
        field.clear();
        field.sendKeys(text);
    }

    /** Waits until something on the page is there. */
    void until(String css) {
        new WebDriverWait(driver, PATIENCE)
                .withMessage(() -> "no " + css + " on the page:\n" + text("body"))
                .until(page -> !page.findElements(By.cssSelector(css)).isEmpty());
    }

    /** Waits until that many are there. */
    void untilCount(String css, int count) {
        new WebDriverWait(driver, PATIENCE)
                .withMessage(() -> "not " + count + " " + css + " on the page:\n" + text("body"))
                .until(page -> page.findElements(By.cssSelector(css)).size() == count);
    }

    /** Waits until the text is somewhere in that part of the page. */
    void until(String css, String text) {
        new WebDriverWait(driver, PATIENCE)
                .withMessage(() -> "no '" + text + "' in " + css + ":\n" + text(css))
                .ignoring(StaleElementReferenceException.class)
                .until(page -> page.findElement(By.cssSelector(css)).getText().contains(text));
    }

    /** Waits until all of the text in that part of the page matches. */
    void untilMatches(String css, String pattern) {
        new WebDriverWait(driver, PATIENCE)
                .withMessage(() -> "nothing like '" + pattern + "' in " + css + ":\n" + text(css))
                .until(page -> page.findElement(By.cssSelector(css)).getText().matches(pattern));
    }

    /** Clicks twice, faster than the page could hear of what the first click did. */
    void clickTwice(String css) {
        driver.executeScript("arguments[0].click(); arguments[0].click()", find(css));
    }

    void resize(int width, int height) {
        driver.manage().window().setSize(new Dimension(width, height));
    }

    void preferDark(boolean dark) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
    }

    /** Like the screen of a phone, which is narrower than a browser's window may be. */
    void pretendPhone() {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", 390, "height", 844, "deviceScaleFactor", 1, "mobile", true));
    }

    void pretendNoPhone() {
        driver.executeCdpCommand("Emulation.clearDeviceMetricsOverride", Map.of());
    }

    String ask(String script) {
        return String.valueOf(driver.executeScript("return " + script));
    }

    /** Opens another window and leaves this one open; the answer brings this one back. */
    Runnable openAnother(String address) {
        String here = driver.getWindowHandle();
        driver.switchTo().newWindow(WindowType.TAB);
        open(address);
        return () -> driver.switchTo().window(here);
    }

    void closeThisWindow() {
        driver.close();
    }

    /** What the browser complained about since it was asked last. */
    List<String> complaints() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
                .map(LogEntry::getMessage)
                .toList();
    }

    /** Keeps a picture of the whole page with the build. */
    void keepPicture(String name) {
        Object data = driver.executeCdpCommand("Page.captureScreenshot", Map.of("captureBeyondViewport", true))
                .get("data");
        try {
            Files.createDirectories(SCREENSHOTS);
            Files.write(
                    SCREENSHOTS.resolve(name + ".png"), OutputType.BYTES.convertFromBase64Png(String.valueOf(data)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        driver.quit();
    }
}
