package io.latchkey.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The code in README.md is the code of the sample. */
class ReadmeTest {

    private static final Path MODULE = Path.of(System.getProperty("basedir", ""));
    private static final Pattern JAVA_BLOCK = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);

    @Test
    void shouldQuoteTheSample() throws IOException {
        String sources = sources();

        assertThat(blocks()).hasSizeGreaterThan(7).allSatisfy(block -> assertThat(sources)
                .contains(withoutIndent(block)));
    }

    private static List<String> blocks() {
        return JAVA_BLOCK
                .matcher(read(MODULE.resolve("README.md")))
                .results()
                .map(block -> block.group(1))
                .toList();
    }

    private static String sources() throws IOException {
        try (Stream<Path> files = Files.walk(MODULE.resolve("src/main/java"))) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .map(file -> withoutIndent(read(file)))
                    .collect(Collectors.joining("\n"));
        }
    }

    private static String withoutIndent(String code) {
        return code.lines().map(String::strip).collect(Collectors.joining("\n")).strip();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file).replace("\r\n", "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
