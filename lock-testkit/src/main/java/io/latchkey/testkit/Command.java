package io.latchkey.testkit;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * One command a client sent, as a {@link FaultProxy} saw it.
 *
 * @param name the command in upper case
 * @param args what follows it, each byte one character (ISO 8859-1)
 */
public record Command(String name, List<String> args) {

    public Command {
        name = name.toUpperCase(Locale.ROOT);
        args = List.copyOf(args);
    }

    /** Matches commands by name, whatever the case. */
    public static Predicate<Command> named(String... names) {
        Set<String> wanted = Set.of(names);
        return command -> wanted.stream().anyMatch(command.name::equalsIgnoreCase);
    }

    /** Matches the calls of one script, by text or by digest. */
    public static Predicate<Command> script(String sha) {
        return command -> command.sha().filter(sha::equalsIgnoreCase).isPresent();
    }

    /** The digest of the script that an EVALSHA or EVAL calls. */
    public Optional<String> sha() {
        if (args.isEmpty()) {
            return Optional.empty();
        }
        return switch (name) {
            case "EVALSHA", "EVALSHA_RO" -> Optional.of(args.get(0));
            case "EVAL", "EVAL_RO" -> Optional.of(sha1(args.get(0)));
            default -> Optional.empty();
        };
    }

    private static String sha1(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.ISO_8859_1));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-1", e);
        }
    }
}
