package io.latchkey.testkit;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what a server says of its version. */
final class RedisVersion {

    private static final Pattern VERSION = Pattern.compile("\\bv=(\\d+(?:\\.\\d+)*)");

    private RedisVersion() {}

    /** The version in the output of {@code redis-server --version}, such as 7.0.15. */
    static Optional<String> parse(String output) {
        Matcher version = VERSION.matcher(output);
        return version.find() ? Optional.of(version.group(1)) : Optional.empty();
    }

    static int major(String version) {
        int dot = version.indexOf('.');
        return Integer.parseInt(dot < 0 ? version : version.substring(0, dot));
    }
}
