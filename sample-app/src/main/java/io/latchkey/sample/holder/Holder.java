package io.latchkey.sample.holder;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/** The holder's process, from the outside. */
final class Holder implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(Holder.class);

    /** Other lines, as a library may print them, are not for the story. */
    private static final Pattern WORD_AND_TOKEN = Pattern.compile("(\\w+) (\\d{1,18})");

    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private final Process process;
    private final BufferedWriter orders;

    private Holder(Process process) {
        this.process = process;
        this.orders = process.outputWriter(StandardCharsets.UTF_8);
    }

    /** Starts it; it says what happens, and with which token, on a thread of its own. At last it says {@code ended}. */
    static Holder start(HolderSettings settings, BiConsumer<String, Long> says) throws StoryException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        try {
            ProcessBuilder builder = new ProcessBuilder(
                            java,
                            "-Xmx64m",
                            "-XX:TieredStopAtLevel=1",
                            "-Dlogback.configurationFile=holder-logback.xml",
                            HolderProcess.class.getName())
                    .redirectError(ProcessBuilder.Redirect.INHERIT);
            builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
            Holder holder = new Holder(builder.start());
            holder.instruct(settings);
            Thread listener = new Thread(() -> holder.listen(says), "holder");
            listener.setDaemon(true);
            listener.start();
            return holder;
        } catch (IOException e) {
            throw new StoryException("No second process could be started: " + e.getMessage());
        }
    }

    private void instruct(HolderSettings settings) throws IOException {
        try {
            tell(JsonMapper.shared().writeValueAsString(settings));
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private void listen(BiConsumer<String, Long> says) {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Matcher words = WORD_AND_TOKEN.matcher(line);
                if (words.matches()) {
                    says.accept(words.group(1), Long.parseLong(words.group(2)));
                }
            }
        } catch (IOException e) {
            log.debug("the holder", e);
        }
        says.accept("ended", 0L);
    }

    /** Has it do something; it hears that when it is not frozen. */
    void tell(String order) throws IOException {
        orders.write(order);
        orders.newLine();
        orders.flush();
    }

    /** Has it give the lock back, and waits a moment until it has ended. */
    void release() {
        try {
            tell("release");
            process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (IOException e) {
            log.debug("the holder has ended", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    Process process() {
        return process;
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Ends it at once, frozen or not. */
    @Override
    public void close() {
        process.destroyForcibly();
    }
}
