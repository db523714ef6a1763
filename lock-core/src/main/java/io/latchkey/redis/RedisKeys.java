package io.latchkey.redis;

import static java.util.Objects.requireNonNull;

import io.latchkey.spi.LockId;
import io.latchkey.spi.LockKind;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

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
    private static final byte[] FORCED = "forced ".getBytes(StandardCharsets.US_ASCII);

    /**
     * How the keys of a lock end.
     *
     * @param lock the key that is renewed and looked at, and that wake-ups name
     * @param all every key, in the order in which scripts take them
     */
    private record Layout(String lock, List<String> all) {

        static Layout of(String lock, String... more) {
            return new Layout(
                    lock, Stream.concat(Stream.of(lock), Stream.of(more)).toList());
        }
    }

    private static final List<String> READ_WRITE =
            List.of(":write", ":rw:line", ":rw:guard", ":read", ":rw:writer", ":rw:ended");

    private static final Map<LockKind, Layout> LAYOUTS = new EnumMap<>(Map.of(
            LockKind.REENTRANT, Layout.of("", ":line", ":guard"),
            LockKind.RED, Layout.of("", ":line", ":guard"),
            LockKind.FAIR, Layout.of(":fair", ":fair:line", ":fair:guard", ":fair:alive"),
            LockKind.READ, new Layout(":read", READ_WRITE),
            LockKind.WRITE, new Layout(":write", READ_WRITE),
            LockKind.SEMAPHORE, Layout.of(":permits", ":permits:line", ":permits:guard", ":permits:limit"),
            LockKind.LATCH, Layout.of(":latch", ":latch:line", ":latch:guard", ":latch:operations")));

    private final String prefix;
    /** The prefix and the brace after it. */
    private final byte[] head;

    RedisKeys(String prefix) {
        if (prefix == null || prefix.isBlank() || prefix.contains("{") || prefix.contains("}")) {
            throw new IllegalArgumentException(
                    "keyPrefix must be text without braces, as in \"latchkey:\", was \"" + prefix + "\"");
        }
        this.prefix = prefix;
        this.head = (prefix + '{').getBytes(StandardCharsets.UTF_8);
    }

    byte[] lock(LockId id) {
        return append(base(id), layout(id.kind()).lock);
    }

    /** Every key of the lock, in the order in which its scripts take them. */
    byte[][] all(LockId id) {
        byte[] base = base(id);
        List<String> suffixes = layout(id.kind()).all;
        byte[][] keys = new byte[suffixes.size()][];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = append(base, suffixes.get(i));
        }
        return keys;
    }

    /** Some of the keys of several locks: the first that is wanted of each, then the second of each, and so on. */
    byte[][] each(List<LockId> ids, int... wanted) {
        byte[][] some = new byte[ids.size() * wanted.length][];
        for (int i = 0; i < ids.size(); i++) {
            byte[] base = base(ids.get(i));
            List<String> suffixes = layout(ids.get(i).kind()).all;
            for (int j = 0; j < wanted.length; j++) {
                some[j * ids.size() + i] = append(base, suffixes.get(wanted[j]));
            }
        }
        return some;
    }

    /** What all keys of the lock begin with: the prefix and its tag in braces. */
    private byte[] base(LockId id) {
        byte[] tag = tag(id.name()).getBytes(StandardCharsets.UTF_8);
        byte[] base = Arrays.copyOf(head, head.length + tag.length + 1);
        System.arraycopy(tag, 0, base, head.length, tag.length);
        base[base.length - 1] = '}';
        return base;
    }

    private static Layout layout(LockKind kind) {
        return requireNonNull(LAYOUTS.get(kind), () -> "keys of a " + kind.label() + " lock");
    }

    String prefix() {
        return prefix;
    }

    /** A key that no lock has, but that looks as if. */
    byte[] sample() {
        return (prefix + "{sample}:sample").getBytes(StandardCharsets.UTF_8);
    }

    /** What a process listens on; scripts make it of the prefix of a key. */
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

    /** Whether a message says that a lock was opened by force: a wake-up message behind one more word. */
    boolean isForced(byte[] message) {
        return message.length > FORCED.length && Arrays.equals(message, 0, FORCED.length, FORCED, 0, FORCED.length);
    }

    byte[] withoutForced(byte[] message) {
        return Arrays.copyOfRange(message, FORCED.length, message.length);
    }

    /** The key in a wake-up message, of which only the hash tag matters to a cluster. */
    byte[] lockKeyIn(byte[] message) {
        int space = 0;
        while (space < message.length && message[space] != ' ') {
            space++;
        }
        return Arrays.copyOfRange(message, Math.min(space + 1, message.length), message.length);
    }

    private Optional<LockId> fromKey(LockKind kind, String key) {
        String head = prefix + '{';
        String tail = '}' + layout(kind).lock;
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

    private static byte[] append(byte[] head, String asciiTail) {
        if (asciiTail.isEmpty()) {
            return head;
        }
        byte[] joined = Arrays.copyOf(head, head.length + asciiTail.length());
        for (int i = 0; i < asciiTail.length(); i++) {
            joined[head.length + i] = (byte) asciiTail.charAt(i);
        }
        return joined;
    }
}
