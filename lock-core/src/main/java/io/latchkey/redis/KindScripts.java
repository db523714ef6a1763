package io.latchkey.redis;

import io.latchkey.spi.LockKind;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The scripts of one kind of lock, one for each verb. */
record KindScripts(
        Script acquire, Script pass, Script renew, Script release, Script abandon, Script force, Script look) {

    static KindScripts of(LockKind kind) {
        String label = kind.label();
        return new KindScripts(
                Script.read(label, "acquire"),
                Script.read(label, "pass"),
                Script.read(label, "renew"),
                Script.read(label, "release"),
                Script.read(label, "abandon"),
                Script.read(label, "force"),
                Script.read(label, "look"));
    }

    static Map<LockKind, KindScripts> all() {
        Map<LockKind, KindScripts> scripts = new EnumMap<>(LockKind.class);
        for (LockKind kind : LockKind.values()) {
            scripts.put(kind, of(kind));
        }
        return scripts;
    }

    List<Script> each() {
        return List.of(acquire, pass, renew, release, abandon, force, look);
    }
}
