package io.latchkey.redis;

import static java.util.Objects.requireNonNull;

import io.latchkey.spi.LockKind;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The scripts of one kind of lock: one for each verb that makes sense for it. */
final class KindScripts {

    /** What is asked of a lock; the names of the scripts. */
    enum Verb {
        ACQUIRE,
        PASS,
        RENEW,
        RELEASE,
        ABANDON,
        FORCE,
        LOOK,
        LIMIT,
        RESIZE,
        START,
        COUNTDOWN,
        ACQUIREALL,
        RELEASEALL;

        private final String label = name().toLowerCase(Locale.ROOT);
    }

    /** Kinds that keep their holders as another does, and so use its scripts where they have none of their own. */
    private static final Map<LockKind, LockKind> ALIKE = Map.of(
            LockKind.RED, LockKind.REENTRANT,
            LockKind.FAIR, LockKind.REENTRANT,
            LockKind.WRITE, LockKind.REENTRANT,
            LockKind.READ, LockKind.SEMAPHORE);

    /** What requests ask for that may go together. */
    private static final List<Verb> EACH = List.of(Verb.ACQUIRE, Verb.RELEASE);

    private final LockKind kind;
    private final Map<Verb, Script> scripts = new EnumMap<>(Verb.class);
    private final List<Script> all;
    private final boolean takenTogether;

    /** Read when they are first needed, once for all backends: it takes a good part of what a start takes. */
    private static final class All {

        static final Map<LockKind, KindScripts> SCRIPTS = new EnumMap<>(LockKind.class);

        static {
            ScriptReader reader = new ScriptReader();
            for (LockKind kind : LockKind.values()) {
                SCRIPTS.put(kind, new KindScripts(kind, reader));
            }
        }
    }

    private KindScripts(LockKind kind, ScriptReader reader) {
        this.kind = kind;
        this.takenTogether = ScriptReader.exists(kind.label(), Verb.ACQUIREALL.label);
        for (Verb verb : Verb.values()) {
            for (LockKind from : List.of(kind, ALIKE.getOrDefault(kind, kind))) {
                if (!scripts.containsKey(verb) && ScriptReader.exists(from.label(), verb.label)) {
                    scripts.put(verb, reader.read(from.label(), verb.label));
                }
            }
        }
        Script each = reader.of(kind.label(), "each");
        EACH.forEach(verb -> scripts.computeIfPresent(verb, (same, script) -> script.with(each)));
        all = Stream.concat(scripts.values().stream(), Stream.of(each)).toList();
    }

    static KindScripts of(LockKind kind) {
        return requireNonNull(All.SCRIPTS.get(kind));
    }

    /** Every script of every kind that may be sent, once. */
    static Collection<Script> ofEach() {
        return All.SCRIPTS.values().stream()
                .flatMap(kind -> kind.all.stream())
                .collect(Collectors.toMap(Script::digest, Function.identity(), (one, same) -> one))
                .values();
    }

    /** Whether several locks of the kind can be taken and released in one request. */
    boolean takeTogether() {
        return takenTogether;
    }

    Script get(Verb verb) {
        return requireNonNull(scripts.get(verb), () -> "a " + kind.label() + " lock cannot " + verb.label);
    }

    /** Every script that may be sent. */
    List<Script> all() {
        return all;
    }
}
