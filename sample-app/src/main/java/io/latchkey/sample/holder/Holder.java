package io.latchkey.sample.holder;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/** The holder's process, from the outside. */
final class Holder implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(Holder.class);

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
                            java, "-Xmx64m", "-XX:TieredStopAtLevel=1", HolderProcess.class.getName())
                    .redirectError(ProcessBuilder.Redirect.INHERIT);
            builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
            Holder holder = new Holder(builder.start());
            holder.tell(JsonMapper.shared().writeValueAsString(settings));
            Thread listener = new Thread(() -> holder.listen(says), "holder");
            listener.setDaemon(true);
            listener.start();
            return holder;
        } catch (IOException e) {
            throw new StoryException("No second process could be started: " + e.getMessage());
        }
    }

    private void listen(BiConsumer<String, Long> says) {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] words = line.split(" ", 2);
                if (words.length == 2 && words[1].chars().allMatch(Character::isDigit)) {
                    says.accept(words[0], Long.parseLong(words[1]));
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
