package io.latchkey.spring;

import static java.util.stream.Collectors.toMap;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What README.md says. */
final class Readme {

    private static final Path FILE = Project.root().resolve("README.md");

    private static final Pattern JAVA_BLOCK = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);
    private static final Pattern REGION = Pattern.compile("// <readme>\\n(.*?)// </readme>", Pattern.DOTALL);
    private static final Pattern PROPERTY =
            Pattern.compile("(?m)^\\| `((?:latchkey|management)\\.[^`]+)` \\| (?:`([^`]+)` )?\\| (.+) \\|$");

    private Readme() {}

    static List<String> javaBlocks() {
        return all(JAVA_BLOCK, read(FILE)).map(block -> block.group(1)).toList();
    }

    /** The marked regions of a test class, without their common indent. */
    static List<String> markedRegions(Class<?> test) {
        return markedRegions("lock-spring-boot-autoconfigure", test.getName());
    }

    /** Those of a test class of another module. */
    static List<String> markedRegions(String module, String test) {
        Path source = Project.root().resolve(module + "/src/test/java/" + test.replace('.', '/') + ".java");
        return all(REGION, read(source))
                .map(region -> region.group(1).stripTrailing().stripIndent() + "\n")
                .toList();
    }

    /** The table of properties: name to default, which may be empty, and description. */
    static Map<String, List<String>> properties() {
        return all(PROPERTY, read(FILE))
                .collect(toMap(
                        row -> row.group(1),
                        row -> List.of(Objects.requireNonNullElse(row.group(2), ""), row.group(3))));
    }

    private static Stream<MatchResult> all(Pattern pattern, String text) {
        return pattern.matcher(text).results();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file).replace("\r\n", "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
