package io.latchkey.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A Lua script from the class path, with what it includes, and the digest Redis knows it by. */
final class Script {

    private static final String ROOT = "/io/latchkey/lua/";
    private static final Pattern INCLUDE = Pattern.compile("(?m)^ *--@include (\\w+)$");
    private static final Pattern OTHER = Pattern.compile("(?m)^ *--@script (\\w+)$");

    private final String name;
    private final byte[] source;
    private final String digest;
    private final @Nullable Script each;

    private Script(String name, byte[] source, @Nullable Script each) {
        this.name = name;
        this.source = source;
        this.digest = HexFormat.of().formatHex(sha1(source));
        this.each = each;
    }

    /** Reads {@code <kind>/<verb>.lua}; each line {@code --@include x}, there too, stands for {@code shared/x.lua}. */
    static Script read(String kind, String verb) {
        String name = kind + "/" + verb;
        return new Script(name, bytes(text(name)), null);
    }

    /** What {@code shared/<name>.lua} makes of scripts of a kind: each line {@code --@script x} stands for {@code <kind>/x.lua}. */
    static Script of(String kind, String name) {
        String text = OTHER.matcher(text("shared/" + name))
                .replaceAll(other -> Matcher.quoteReplacement(text(kind + "/" + other.group(1))));
        return new Script(kind + "/" + name, bytes(text), null);
    }

    /** The same, for which there is a script that does several of it in one go. */
    Script with(Script each) {
        return new Script(name, source, each);
    }

    private static String text(String name) {
        return INCLUDE.matcher(resource(name))
                .replaceAll(include -> Matcher.quoteReplacement(text("shared/" + include.group(1))));
    }

    static boolean exists(String kind, String verb) {
        return Script.class.getResource(ROOT + kind + "/" + verb + ".lua") != null;
    }

    String name() {
        return name;
    }

    byte[] source() {
        return source;
    }

    String digest() {
        return digest;
    }

    /** The script that does several of this in one go, if there is one. */
    @Nullable
    Script each() {
        return each;
    }

    /** What stands for this script there: the first letter of its verb. */
    char letter() {
        return name.charAt(name.indexOf('/') + 1);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String resource(String name) {
        try (InputStream in = Script.class.getResourceAsStream(ROOT + name + ".lua")) {
            if (in == null) {
                throw new IllegalStateException("script " + ROOT + name + ".lua is missing from the class path");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("script " + name + " cannot be read", e);
        }
    }

    private static byte[] sha1(byte[] source) {
        try {
            return MessageDigest.getInstance("SHA-1").digest(source);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JRE has SHA-1", e);
        }
    }
}
