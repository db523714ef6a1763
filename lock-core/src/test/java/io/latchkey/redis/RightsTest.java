package io.latchkey.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The probe of a user's rights, and the manual, know every command that a script calls. */
@Timeout(60)
class RightsTest {

    private static final Pattern CALL = Pattern.compile("(?:call|ask)\\('(\\w+)'");
    private static final Pattern PROBE = Pattern.compile("\\{'(\\w+)'");

    @Test
    void whenAScriptCallsACommandTheProbeShouldAskForIt() throws Exception {
        assertThat(found(PROBE, List.of(directory().resolve("server/rights.lua"))))
                .isEqualTo(called());
    }

    @Test
    void whenAScriptCallsACommandTheManualShouldListIt() throws Exception {
        Path root = Path.of("").toAbsolutePath();
        while (!Files.exists(root.resolve("docs/redis-acl.md"))) {
            root = Objects.requireNonNull(root.getParent(), "docs/redis-acl.md is missing");
        }
        String manual = Files.readString(root.resolve("docs/redis-acl.md"));

        assertThat(called())
                .allSatisfy(command -> assertThat(manual).contains("+" + command.toLowerCase(java.util.Locale.ROOT)));
    }

    private static Set<String> called() throws IOException, URISyntaxException {
        try (Stream<Path> files = Files.walk(directory())) {
            return found(
                    CALL, files.filter(file -> file.toString().endsWith(".lua")).toList());
        }
    }

    private static Set<String> found(Pattern pattern, List<Path> scripts) throws IOException {
        Set<String> commands = new TreeSet<>();
        for (Path script : scripts) {
            Matcher matcher = pattern.matcher(Files.readString(script));
            while (matcher.find()) {
                commands.add(matcher.group(1));
            }
        }
        return commands;
    }

    private static Path directory() throws URISyntaxException {
        return Path.of(Objects.requireNonNull(Script.class.getResource("/io/latchkey/lua"))
                .toURI());
    }
}
