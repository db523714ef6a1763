package io.latchkey.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
@OnCluster
class RedisClusterGroupTest {

    private static final String KEY = "latchkey:{order}";
    private static final int SLOT = RedisClusterGroup.slotOf(KEY);

    private static RedisClusterGroup cluster;

    @BeforeAll
    static void start() {
        cluster = RedisClusterGroup.start(Duration.ofSeconds(1));
    }

    @AfterAll
    static void end() {
        cluster.close();
        assertThat(cluster.nodes()).noneMatch(RedisServer::isRunning);
    }

    @Test
    void whenStartedShouldServeEverySlotFromThreeMastersWithAReplicaEach() {
        assertThat(cluster.masters()).hasSize(3);
        assertThat(cluster.nodes()).hasSize(6);
        assertThat(cluster.replicationOf(SLOT).replicas()).hasSize(1);
        assertThat(cluster.masters()).allSatisfy(master -> assertThat((String) master.command("cluster", "info"))
                .contains("cluster_slots_ok:16384"));
    }

    @Test
    void whenASlotMovesShouldTakeItsKeysAlong() {
        RedisServer before = cluster.ownerOf(SLOT);
        before.command("set", KEY, "precious");

        SlotMigration migration = cluster.migrate(SLOT).begin().moveAll();
        assertThatThrownBy(() -> before.command("get", KEY)).hasMessageStartingWith("ASK");
        migration.end();

        assertThat(cluster.ownerOf(SLOT)).isEqualTo(migration.target());
        assertThat(migration.target().command("get", KEY)).isEqualTo("precious");
        assertThatThrownBy(() -> before.command("get", KEY)).hasMessageStartingWith("MOVED");
        migration.target().command("del", KEY);
    }

    @Test
    void whenASlotIsHalfMovedShouldAskToTryAgain() {
        RedisServer before = cluster.ownerOf(SLOT);
        before.command("mset", KEY + "1", "1", KEY + "2", "2");

        SlotMigration migration = cluster.migrate(SLOT).begin().move(KEY + "1");
        // Before 7.0 the source sends clients on, and the target tells them to try again.
        assertThatThrownBy(() -> before.command("mget", KEY + "1", KEY + "2")).hasMessageMatching("(TRYAGAIN|ASK) .*");

        migration.moveAll().end();
        migration.target().command("del", KEY + "1", KEY + "2");
    }

    @Test
    void whenAMasterIsKilledItsReplicaShouldHaveWhatWasReplicatedOnly() {
        Replication before = cluster.replicationOf(SLOT);
        before.master().command("set", KEY, "replicated");
        before.awaitInSync();
        before.cut();
        before.master().command("set", KEY, "lost");

        before.master().kill();
        before.heal();

        RedisServer owner = cluster.awaitOwnerOtherThan(SLOT, before.master());
        assertThat(owner).isEqualTo(before.replicas().get(0));
        assertThat(owner.command("get", KEY)).isEqualTo("replicated");
        owner.command("del", KEY);
        cluster.rejoin(before.master());
        assertThat(cluster.replicationOf(SLOT).replicas()).containsExactly(before.master());
    }

    @Test
    void whenPromotedAReplicaShouldTakeTheSlotOver() {
        Replication before = cluster.replicationOf(SLOT);

        RedisServer owner = cluster.promote(SLOT);

        assertThat(before.replicas()).containsExactly(owner);
    }

    @Test
    void whenAMasterIsGoneAndItsReplicaFrozenShouldServeNothing() {
        Replication before = cluster.replicationOf(SLOT);
        RedisServer other = cluster.masters().stream()
                .filter(master -> !master.equals(before.master()))
                .findFirst()
                .orElseThrow();
        before.cut();

        before.master().kill();
        cluster.awaitState("fail");
        assertThatThrownBy(() -> other.command("get", KEY)).hasMessageStartingWith("CLUSTERDOWN");

        before.heal();
        cluster.awaitOwnerOtherThan(SLOT, before.master());
        cluster.rejoin(before.master());
    }
}
