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

/** A Lua script from the class path, with what it includes, and the digest Redis knows it by. */
final class Script {

    private static final String ROOT = "/io/latchkey/lua/";
    private static final Pattern INCLUDE = Pattern.compile("(?m)^ *--@include (\\w+)$");

    private final String name;
    private final byte[] source;
    private final String digest;

    private Script(String name, String source) {
        this.name = name;
        this.source = source.getBytes(StandardCharsets.UTF_8);
        this.digest = HexFormat.of().formatHex(sha1(this.source));
    }

    /** Reads {@code <kind>/<verb>.lua}; each line {@code --@include x}, there too, stands for {@code shared/x.lua}. */
    static Script read(String kind, String verb) {
        String name = kind + "/" + verb;
        return new Script(name, text(name));
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
