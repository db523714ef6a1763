package io.latchkey.redis;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** A Lua script, and the digest Redis knows it by. */
final class Script {

    private final String name;
    private final byte[] source;
    private final String digest;
    private final byte[] digestBytes;
    private final @Nullable Script each;

    Script(String name, String text) {
        this(name, text.getBytes(StandardCharsets.UTF_8), null);
    }

    private Script(String name, byte[] source, @Nullable Script each) {
        this.name = name;
        this.source = source;
        this.digest = HexFormat.of().formatHex(sha1(source));
        this.digestBytes = digest.getBytes(StandardCharsets.US_ASCII);
        this.each = each;
    }

    /** The same, for which there is a script that does several of it in one go. */
    Script with(Script each) {
        return new Script(name, source, each);
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

    byte[] digestBytes() {
        return digestBytes;
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

    private static byte[] sha1(byte[] source) {
        try {
            return MessageDigest.getInstance("SHA-1").digest(source);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JRE has SHA-1", e);
        }
    }
}
