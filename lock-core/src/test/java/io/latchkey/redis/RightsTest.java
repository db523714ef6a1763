package io.latchkey.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

/** The probe of a user's rights, and the manual, know every command that a script calls. */
@Timeout(60)
class RightsTest {

    private static final Pattern CALL = Pattern.compile("(?:call|ask)\\('(\\w+)'");
    private static final Pattern PROBE = Pattern.compile("\\{'(\\w+)'");

    @Test
    void whenAScriptCallsACommandTheProbeShouldAskForIt() throws Exception {
        assertThat(found(PROBE, "server/rights.lua")).isEqualTo(called());
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

    private static Set<String> called() throws IOException {
        return found(CALL, "**/*.lua");
    }

    /** What the pattern finds in those scripts, which may be in a directory or in a jar. */
    private static Set<String> found(Pattern pattern, String scripts) throws IOException {
        Set<String> commands = new TreeSet<>();
        for (Resource script :
                new PathMatchingResourcePatternResolver().getResources("classpath:io/latchkey/lua/" + scripts)) {
            Matcher matcher = pattern.matcher(script.getContentAsString(StandardCharsets.UTF_8));
            while (matcher.find()) {
                commands.add(matcher.group(1));
            }
        }
        return commands;
    }
}
