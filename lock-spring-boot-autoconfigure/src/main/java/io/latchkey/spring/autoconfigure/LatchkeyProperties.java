package io.latchkey.spring.autoconfigure;

import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What an application may set about its locks.
 *
 * @param enabled Whether Latchkey is set up at all.
 * @param backend Where the locks live.
 * @param keyPrefix What every key and channel in Redis begins with. Not blank, without braces.
 * @param waitTime How long to wait for a busy lock where neither the annotation nor the caller of a template says. Zero or more.
 * @param leaseTime How long a lock outlives its process if the watchdog no longer renews it. 1ms to 3650d.
 * @param redis Settings of the Redis backend.
 * @param fair Settings of fair locks.
 * @param redLock Settings of red locks.
 * @param annotation Settings of the annotation.
 * @param threads Settings of threads.
 */
@ConfigurationProperties("latchkey")
public record LatchkeyProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("redis") Backend backend,
        @DefaultValue("latchkey:") String keyPrefix,
        @DefaultValue("10s") Duration waitTime,
        @DefaultValue("30s") Duration leaseTime,
        @DefaultValue Redis redis,
        @DefaultValue Fair fair,
        @DefaultValue RedLock redLock,
        @DefaultValue Annotation annotation,
        @DefaultValue Threads threads) {

    public LatchkeyProperties {
        PropertyChecks.keyPrefix("latchkey.key-prefix", keyPrefix);
        PropertyChecks.zeroOrMore("latchkey.wait-time", waitTime);
        PropertyChecks.lease("latchkey.lease-time", leaseTime);
        if (redis.replicas() > 0) {
            PropertyChecks.replicaTimeout(redis.replicaTimeout(), leaseTime, redis.commandTimeout());
        }
    }

    /** Where locks live. */
    public enum Backend {

        /** In Redis, for every process that uses the same server and key prefix. */
        REDIS,

        /** In this JVM, for tests and for an application that runs in one process. */
        IN_MEMORY
    }

    /**
     * Settings of the Redis backend.
     *
     * @param commandTimeout How long one answer of Redis may take before it counts as unreachable. More than zero.
     * @param replicas How many replicas must confirm a lock before it counts as taken. 0 or more.
     * @param replicaTimeout How long they may take. At most a third of the lease time and half of the command timeout.
     */
    public record Redis(
            @DefaultValue("2s") Duration commandTimeout,
            @DefaultValue("0") int replicas,
            @DefaultValue("500ms") Duration replicaTimeout) {

        public Redis {
            PropertyChecks.positive("latchkey.redis.command-timeout", commandTimeout);
            PropertyChecks.zeroOrMore("latchkey.redis.replicas", replicas);
            PropertyChecks.positive("latchkey.redis.replica-timeout", replicaTimeout);
        }
    }

    /**
     * Settings of fair locks.
     *
     * @param waiterTimeout How long a place in line is kept for a process that does not show it is alive. 100ms to 1h.
     */
    public record Fair(@DefaultValue("5s") Duration waiterTimeout) {

        public Fair {
            PropertyChecks.waiterTimeout("latchkey.fair.waiter-timeout", waiterTimeout);
        }
    }

    /**
     * Settings of red locks.
     *
     * @param nodes Independent Redis servers that decide together on red locks, as redis:// or rediss:// addresses. An odd number, three or more; empty to do without red locks.
     * @param nodeTimeout How long one of the nodes may take to answer when the others have not decided. More than zero, at most 1h.
     */
    public record RedLock(
            @DefaultValue List<String> nodes,
            @DefaultValue("1s") Duration nodeTimeout) {

        public RedLock {
            nodes = List.copyOf(nodes);
            RedLockNode.check("latchkey.red-lock.nodes", nodes);
            PropertyChecks.nodeTimeout("latchkey.red-lock.node-timeout", nodeTimeout);
        }

        /** Without the credentials that the addresses may have. */
        @Override
        public String toString() {
            return "RedLock[nodes=" + nodes.stream().map(RedLockNode::masked).toList() + ", nodeTimeout=" + nodeTimeout
                    + "]";
        }
    }

    /**
     * Settings of the annotation. The default order is inside of method security, whose orders are small, and outside of
     * transactions and caching, which come last.
     *
     * @param order Where @DistributedLock stands around a method; the lower, the further outside.
     */
    public record Annotation(@DefaultValue("2147483547") int order) {}

    /**
     * Settings of threads.
     *
     * @param callbackExecutor The Executor bean that runs continuations, onLost callbacks and listeners. By default each has a thread of its own.
     */
    public record Threads(@DefaultValue("") String callbackExecutor) {}
}
