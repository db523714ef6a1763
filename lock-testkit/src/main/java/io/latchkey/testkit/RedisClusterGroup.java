package io.latchkey.testkit;

import static io.latchkey.testkit.Replication.patiently;

import io.lettuce.core.cluster.SlotHash;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.data.redis.connection.RedisClusterConfiguration;

/**
 * A cluster of three masters with a replica each, of a test's own on free loopback ports. They are processes of this
 * machine, also where Docker answers.
 */
public final class RedisClusterGroup implements AutoCloseable {

    private static final int MASTERS = 3;

    private final RedisNodes servers = new RedisNodes();
    private final List<RedisServer> nodes = new ArrayList<>();

    private RedisClusterGroup() {}

    /**
     * Starts a cluster and returns when each of its nodes finds it complete.
     *
     * @param nodeTimeout how long a node may be silent before the others replace it
     */
    public static RedisClusterGroup start(Duration nodeTimeout) {
        RedisClusterGroup group = new RedisClusterGroup();
        try {
            group.startNodes(nodeTimeout);
            group.form();
            return group;
        } catch (RuntimeException e) {
            group.close();
            throw e;
        }
    }

    /** How a client finds the nodes. */
    public RedisClusterConfiguration configuration() {
        RedisClusterConfiguration configuration = new RedisClusterConfiguration();
        nodes.forEach(node -> configuration.clusterNode(node.host(), node.port()));
        return configuration;
    }

    public List<RedisServer> nodes() {
        return List.copyOf(nodes);
    }

    /** Those that serve slots now. */
    public List<RedisServer> masters() {
        return view().stream()
                .filter(node -> node.isMaster() && !node.slots().isEmpty())
                .map(node -> servers.at(node.port()))
                .toList();
    }

    public static int slotOf(String key) {
        return SlotHash.getSlot(key);
    }

    /** The node that serves a slot, as the first node that answers sees it. */
    public RedisServer ownerOf(int slot) {
        return view().stream()
                .filter(node -> node.serves(slot))
                .map(node -> servers.at(node.port()))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("nobody serves slot " + slot));
    }

    /** The owner of a slot and those that follow it; waits until somebody does. */
    public Replication replicationOf(int slot) {
        return patiently("a replica for slot " + slot)
                .until(() -> replicationSeenOf(slot), seen -> !seen.replicas().isEmpty());
    }

    private Replication replicationSeenOf(int slot) {
        RedisServer master = ownerOf(slot);
        String masterId = idOf(master);
        return new Replication(
                master,
                view().stream()
                        .filter(node -> node.masterId().equals(masterId))
                        .map(node -> servers.at(node.port()))
                        .filter(RedisServer::isAnswering)
                        .toList());
    }

    /** Waits until every node that answers knows another owner of the slot. */
    public RedisServer awaitOwnerOtherThan(int slot, RedisServer before) {
        patiently("another owner of slot " + slot).until(() -> answering().allMatch(node -> viewOf(node).stream()
                .anyMatch(other -> other.serves(slot) && other.port() != before.port())));
        awaitState("ok");
        return ownerOf(slot);
    }

    /** Has a replica of the slot's owner take its place, without a fault, and returns when all know. */
    public RedisServer promote(int slot) {
        Replication replication = replicationOf(slot);
        // Refused while the master counts as failed, as it may for a moment on a busy machine.
        patiently("a failover that begins")
                .until(() -> "OK".equals(replication.replicas().get(0).command("cluster", "failover")));
        RedisServer owner = awaitOwnerOtherThan(slot, replication.master());
        awaitComplete();
        return owner;
    }

    /** Waits until every node that answers says so of the cluster: {@code ok} or {@code fail}. */
    public void awaitState(String state) {
        patiently("cluster_state " + state)
                .until(() -> answering().allMatch(node -> Objects.requireNonNull(node.command("cluster", "info"))
                        .toString()
                        .contains("cluster_state:" + state)));
    }

    /** A slot's way from one node to another, step by step. */
    public SlotMigration migrate(int slot) {
        RedisServer source = ownerOf(slot);
        RedisServer target = masters().stream()
                .filter(master -> !master.equals(source))
                .findFirst()
                .orElseThrow();
        return new SlotMigration(slot, source, target, idOf(source), idOf(target), masters());
    }

    /** Starts a killed node again; it follows whoever has its slots now. */
    public void rejoin(RedisServer node) {
        node.restart();
        awaitComplete();
    }

    private void startNodes(Duration nodeTimeout) {
        String[] options = Stream.concat(
                        Replication.OPTIONS.stream(),
                        Stream.of(
                                "--cluster-enabled",
                                "yes",
                                "--cluster-node-timeout",
                                Long.toString(nodeTimeout.toMillis()),
                                // A replica takes over however long it was without its master: tests cut them off.
                                "--cluster-replica-validity-factor",
                                "0",
                                "--cluster-allow-replica-migration",
                                "no"))
                .toArray(String[]::new);
        for (int i = 0; i < 2 * MASTERS; i++) {
            nodes.add(servers.start(FreePort::nextWithBus, options));
        }
    }

    private void form() {
        for (int i = 0; i < MASTERS; i++) {
            nodes.get(i).command(assignment(i));
            nodes.get(i).command("cluster", "set-config-epoch", Integer.toString(i + 1));
        }
        RedisServer first = nodes.get(0);
        nodes.forEach(node -> node.command("cluster", "meet", first.host(), Integer.toString(first.port())));
        patiently("nodes that know each other").until(() -> nodes.stream()
                .allMatch(node ->
                        viewOf(node).stream().filter(ClusterNode::isSettled).count() == nodes.size()));
        for (int i = MASTERS; i < nodes.size(); i++) {
            nodes.get(i).command("cluster", "replicate", idOf(nodes.get(i - MASTERS)));
        }
        awaitComplete();
    }

    /** {@code CLUSTER ADDSLOTS} with an equal share of all slots; ranges are not known before 7.0. */
    private static String[] assignment(int master) {
        int from = master * SlotHash.SLOT_COUNT / MASTERS;
        int to = (master + 1) * SlotHash.SLOT_COUNT / MASTERS;
        return Stream.concat(
                        Stream.of("cluster", "addslots"),
                        IntStream.range(from, to).mapToObj(Integer::toString))
                .toArray(String[]::new);
    }

    /** Every node knows all, finds the cluster complete, and every replica follows. */
    private void awaitComplete() {
        awaitState("ok");
        patiently("replicas that follow").until(() -> nodes.stream()
                .allMatch(node -> viewOf(node).stream()
                                .filter(other -> other.isSettled() && !other.isMaster())
                                .count()
                        == MASTERS));
        masters().forEach(master -> replicationOf(masterSlot(master)).awaitInSync());
    }

    private int masterSlot(RedisServer master) {
        return view().stream()
                .filter(node -> node.port() == master.port())
                .findFirst()
                .orElseThrow()
                .slots()
                .get(0)[0];
    }

    private static String idOf(RedisServer node) {
        return (String) Objects.requireNonNull(node.command("cluster", "myid"));
    }

    private List<ClusterNode> view() {
        return viewOf(answering().findFirst().orElseThrow());
    }

    private static List<ClusterNode> viewOf(RedisServer node) {
        String text = (String) Objects.requireNonNull(node.command("cluster", "nodes"));
        return text.lines().map(ClusterNode::parse).toList();
    }

    private Stream<RedisServer> answering() {
        return nodes.stream().filter(RedisServer::isAnswering);
    }

    @Override
    public void close() {
        servers.close();
    }
}
