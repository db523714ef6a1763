package io.latchkey.contract;

import io.latchkey.testkit.contract.TwoProcesses;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestWatcher;

/**
 * Counts the tests that each kind of lock has passed on each backend and topology. {@code target/contracts.md} is the table of
 * all that ran, in whichever JVM, since the last clean build.
 */
public final class ContractCounts implements TestWatcher, AfterAllCallback {

    private static final List<String> PLACES = List.of("in memory", "standalone", "sentinel", "cluster");

    private final Map<Class<?>, Integer> passed = new ConcurrentHashMap<>();

    @Override
    public void testSuccessful(ExtensionContext context) {
        passed.merge(context.getRequiredTestClass(), 1, Integer::sum);
    }

    @Override
    public void afterAll(ExtensionContext context) throws IOException {
        Class<?> contract = context.getRequiredTestClass();
        if (!TwoProcesses.class.isAssignableFrom(contract) || !passed.containsKey(contract)) {
            return;
        }
        Path counts = Files.createDirectories(Path.of(System.getProperty("basedir", "."), "target", "contracts"));
        try (FileChannel alone = FileChannel.open(
                counts.resolveSibling("contracts.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            alone.lock();
            Files.writeString(
                    counts.resolve(contract.getName()),
                    String.join("\n", kind(contract), place(contract), "" + passed.get(contract)));
            Files.writeString(counts.resolveSibling("contracts.md"), table(counts));
        }
    }

    private static String table(Path counts) throws IOException {
        Map<String, Map<String, String>> kinds = new TreeMap<>();
        try (Stream<Path> files = Files.list(counts)) {
            for (Path file : files.toList()) {
                List<String> count = Files.readAllLines(file);
                kinds.computeIfAbsent(count.get(0), kind -> new TreeMap<>()).put(count.get(1), count.get(2));
            }
        }
        StringBuilder table =
                new StringBuilder("| tests passed | " + String.join(" | ", PLACES) + " |\n|---|--:|--:|--:|--:|\n");
        kinds.forEach((kind, at) -> {
            List<String> row =
                    PLACES.stream().map(place -> at.getOrDefault(place, "")).toList();
            table.append("| ")
                    .append(kind)
                    .append(" | ")
                    .append(String.join(" | ", row))
                    .append(" |\n");
        });
        return table.toString();
    }

    /** What is left of the name of a test, or of the test that a nested one repeats, without its backend. */
    private static String kind(Class<?> contract) {
        Class<?> named = contract.isMemberClass() ? contract.getSuperclass() : contract;
        return named.getSimpleName().replaceAll("^(InMemory|Redis)|(Lock)?Test$", "");
    }

    private static String place(Class<?> contract) {
        return contract.getSimpleName().startsWith("InMemory")
                ? PLACES.get(0)
                : SharedRedis.topologyOf(contract).name().toLowerCase(Locale.ROOT);
    }
}
