package io.latchkey.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The way of one slot of a cluster from one node to another, step by step, as an operator's tool would go it. */
public final class SlotMigration {

    private final String slot;
    private final RedisServer source;
    private final RedisServer target;
    private final String sourceId;
    private final String targetId;
    private final List<RedisServer> masters;

    SlotMigration(
            int slot,
            RedisServer source,
            RedisServer target,
            String sourceId,
            String targetId,
            List<RedisServer> masters) {
        this.slot = Integer.toString(slot);
        this.source = source;
        this.target = target;
        this.sourceId = sourceId;
        this.targetId = targetId;
        this.masters = masters;
    }

    public RedisServer source() {
        return source;
    }

    public RedisServer target() {
        return target;
    }

    /** From here on the source sends clients to the target for keys it does not have (any more). */
    public SlotMigration begin() {
        target.command("cluster", "setslot", slot, "importing", sourceId);
        source.command("cluster", "setslot", slot, "migrating", targetId);
        return this;
    }

    /** Moves one key; with a key left behind and another not, a script that needs both is told to try again. */
    public SlotMigration move(String key) {
        source.command("migrate", target.host(), Integer.toString(target.port()), key, "0", "5000");
        return this;
    }

    /** Moves every key of the slot that is still at the source. */
    public SlotMigration moveAll() {
        List<?> keys = (List<?>) Objects.requireNonNull(source.command("cluster", "getkeysinslot", slot, "1000"));
        for (Object key : new ArrayList<>(keys)) {
            move((String) key);
        }
        return this;
    }

    /** The target serves the slot alone. */
    public void end() {
        target.command("cluster", "setslot", slot, "node", targetId);
        masters.forEach(master -> master.command("cluster", "setslot", slot, "node", targetId));
    }
}
