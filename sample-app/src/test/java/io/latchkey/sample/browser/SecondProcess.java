package io.latchkey.sample.browser;

import static org.awaitility.Awaitility.await;

import io.latchkey.sample.SampleApplication;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Another process of the shop, started with the arguments that a page shows. */
final class SecondProcess implements AutoCloseable {

    private static final Pattern ARGUMENTS = Pattern.compile("-Dspring-boot\\.run\\.arguments=\"(.*)\"");
    private static final Pattern STARTED = Pattern.compile("Tomcat started on port (\\d+)[\\s\\S]*Started Sample");

    private final Process process;
    private final Path log;

    private SecondProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /** Takes the command from the page; only the port is another, because that one may be taken on this machine. */
    static SecondProcess start(String command, Path directory, String... more) throws IOException {
        Matcher arguments = ARGUMENTS.matcher(command);
        if (!arguments.find()) {
            throw new IllegalArgumentException("not a command that starts the sample: " + command);
        }
        List<String> line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                SampleApplication.class.getName()));
        line.addAll(List.of(arguments.group(1).split(" ")));
        line.removeIf(argument -> argument.startsWith("--server.port="));
        line.add("--server.port=0");
        line.addAll(List.of(more));
        Path log = directory.resolve("second.log");
        ProcessBuilder builder =
                new ProcessBuilder(line).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
        return new SecondProcess(builder.start(), log);
    }

    /** Waits until it takes visitors. */
    int port() {
        await().atMost(Duration.ofMinutes(2))
                .until(() -> STARTED.matcher(output()).find() || !process.isAlive());
        Matcher started = STARTED.matcher(output());
        if (!started.find()) {
            throw new IllegalStateException("the second process did not start:\n" + output());
        }
        return Integer.parseInt(started.group(1));
    }

    private String output() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
