package io.latchkey.redis;

import static java.util.Objects.requireNonNull;

import io.latchkey.spi.LockId;
import io.latchkey.spi.LockKind;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The names of everything this library keeps in Redis.
 *
 * <p>All keys of a lock share its hash tag, {@code latchkey:{order:42}} and {@code latchkey:{order:42}:line}, so a
 * cluster keeps them together. Any name works: one that would make an empty tag is escaped, one that is very long is
 * replaced by its digest, and no two names share a key.
 */
final class RedisKeys {

    private static final int LONGEST_NAME = 512;
    private static final String DIGEST_MARK = "%sha256:";
    private static final byte[] LINE = ascii(":line");
    private static final byte[] GUARD = ascii(":guard");

    /** What the key of a lock ends with, and what its own extra key is called. */
    private record Layout(String suffix, @Nullable String extra) {}

    private static final Map<LockKind, Layout> LAYOUTS = new EnumMap<>(Map.of(
            LockKind.REENTRANT, new Layout("", null),
            LockKind.SEMAPHORE, new Layout(":permits", ":limit"),
            LockKind.LATCH, new Layout(":latch", ":operations")));

    private final String prefix;

    RedisKeys(String prefix) {
        if (prefix == null || prefix.isBlank() || prefix.contains("{") || prefix.contains("}")) {
            throw new IllegalArgumentException(
                    "keyPrefix must be text without braces, as in \"latchkey:\", was \"" + prefix + "\"");
        }
        this.prefix = prefix;
    }

    byte[] lock(LockId id) {
        return (prefix + '{' + tag(id.name()) + '}' + layout(id.kind()).suffix).getBytes(StandardCharsets.UTF_8);
    }

    /** The lock, its line, its guard and what else its kind has, in the order in which scripts take them. */
    byte[][] all(LockId id) {
        byte[] lock = lock(id);
        byte[] line = append(lock, LINE);
        byte[] guard = append(lock, GUARD);
        String extra = layout(id.kind()).extra;
        return extra == null
                ? new byte[][] {lock, line, guard}
                : new byte[][] {lock, line, guard, append(lock, ascii(extra))};
    }

    private static Layout layout(LockKind kind) {
        return requireNonNull(LAYOUTS.get(kind), () -> "keys of a " + kind.label() + " lock");
    }

    byte[] channelPrefix() {
        return (prefix + "wake:").getBytes(StandardCharsets.UTF_8);
    }

    byte[] channel(String process) {
        return (prefix + "wake:" + process).getBytes(StandardCharsets.UTF_8);
    }

    /** The lock that a wake-up message, {@code <kind> <lock key>}, speaks of; empty when only its digest is known. */
    Optional<LockId> fromMessage(byte[] message) {
        String text = new String(message, StandardCharsets.UTF_8);
        int space = text.indexOf(' ');
        return space < 0
                ? Optional.empty()
                : LockKind.labelled(text.substring(0, space)).flatMap(kind -> fromKey(kind, text.substring(space + 1)));
    }

    private Optional<LockId> fromKey(LockKind kind, String key) {
        String head = prefix + '{';
        String tail = '}' + layout(kind).suffix;
        if (!key.startsWith(head) || !key.endsWith(tail) || key.length() <= head.length() + tail.length()) {
            return Optional.empty();
        }
        String tag = key.substring(head.length(), key.length() - tail.length());
        return tag.startsWith(DIGEST_MARK) ? Optional.empty() : Optional.of(new LockId(kind, name(tag)));
    }

    /** The name, but for a first character that would end the tag at once, and for what may be taken for an escape. */
    private static String tag(String name) {
        if (name.length() > LONGEST_NAME / 3 && name.getBytes(StandardCharsets.UTF_8).length > LONGEST_NAME) {
            return DIGEST_MARK + sha256(name);
        }
        return switch (name.charAt(0)) {
            case '}' -> "%7D" + name.substring(1);
            case '%' -> "%25" + name.substring(1);
            default -> name;
        };
    }

    private static String name(String tag) {
        if (tag.startsWith("%7D")) {
            return '}' + tag.substring(3);
        }
        return tag.startsWith("%25") ? '%' + tag.substring(3) : tag;
    }

    private static String sha256(String name) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(digest.digest(name.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JRE has SHA-256", e);
        }
    }

    private static byte[] append(byte[] head, byte[] tail) {
        byte[] joined = new byte[head.length + tail.length];
        System.arraycopy(head, 0, joined, 0, head.length);
        System.arraycopy(tail, 0, joined, head.length, tail.length);
        return joined;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
