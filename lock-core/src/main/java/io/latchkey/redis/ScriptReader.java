package io.latchkey.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads scripts from the class path, with what they include. Each file is read once, however many include it. Not thread-safe. */
final class ScriptReader {

    private static final String ROOT = "/io/latchkey/lua/";
    private static final Pattern INCLUDE = Pattern.compile("(?m)^ *--@include (\\w+)$");
    private static final Pattern OTHER = Pattern.compile("(?m)^ *--@script (\\w+)$");

    private final Map<String, String> texts = new HashMap<>();

    /** Reads {@code <kind>/<verb>.lua}; each line {@code --@include x}, there too, stands for {@code shared/x.lua}. */
    Script read(String kind, String verb) {
        String name = kind + "/" + verb;
        return new Script(name, text(name));
    }

    /** What {@code shared/<name>.lua} makes of scripts of a kind: each line {@code --@script x} stands for {@code <kind>/x.lua}. */
    Script of(String kind, String name) {
        String text = OTHER.matcher(text("shared/" + name))
                .replaceAll(other -> Matcher.quoteReplacement(text(kind + "/" + other.group(1))));
        return new Script(kind + "/" + name, text);
    }

    static boolean exists(String kind, String verb) {
        return ScriptReader.class.getResource(ROOT + kind + "/" + verb + ".lua") != null;
    }

    private String text(String name) {
        String known = texts.get(name);
        if (known == null) {
            known = INCLUDE.matcher(resource(name))
                    .replaceAll(include -> Matcher.quoteReplacement(text("shared/" + include.group(1))));
            texts.put(name, known);
        }
        return known;
    }

    private static String resource(String name) {
        try (InputStream in = ScriptReader.class.getResourceAsStream(ROOT + name + ".lua")) {
            if (in == null) {
                throw new IllegalStateException("script " + ROOT + name + ".lua is missing from the class path");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("script " + name + " cannot be read", e);
        }
    }
}
