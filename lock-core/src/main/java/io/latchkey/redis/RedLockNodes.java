package io.latchkey.redis;

import io.latchkey.LockListener;
import io.latchkey.composite.QuorumBackend;
import io.latchkey.engine.EngineLocks;
import io.latchkey.engine.EngineSettings;
import io.latchkey.engine.EngineSettings.Seams;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * The servers of red locks. A number of them that is even, too small, or counts one of them twice is refused: it would
 * promise more than it keeps.
 *
 * @param keyPrefix of all locks; those of red locks have keys of their own, also on a server that has other locks too
 */
record RedLockNodes(List<RedisConnectionFactory> factories, String keyPrefix, Duration nodeTimeout) {

    private static final int FEWEST = 3;
    private static final Duration LONGEST_TIMEOUT = Duration.ofHours(1);

    /** Nobody waits for a fair lock there. */
    private static final Duration UNUSED = Duration.ofSeconds(5);

    RedLockNodes {
        if (factories.size() < FEWEST || factories.size() % 2 == 0) {
            throw new IllegalArgumentException(
                    "redLockNodes must be an odd number of servers, three or more, as an even one more makes nothing safer, was "
                            + factories.size());
        }
        if (nodeTimeout == null
                || nodeTimeout.isNegative()
                || nodeTimeout.isZero()
                || nodeTimeout.compareTo(LONGEST_TIMEOUT) > 0) {
            throw new IllegalArgumentException(
                    "redLockNodeTimeout must be positive and at most an hour, was " + nodeTimeout);
        }
        Set<Object> known = new HashSet<>();
        for (RedisConnectionFactory factory : factories) {
            Optional<String> address = RedisAddress.of(factory);
            if (!known.add(address.isPresent() ? address : factory)) {
                throw new IllegalArgumentException("redLockNodes must be independent servers, but "
                        + address.orElse("a connection factory") + " is among them twice");
            }
        }
    }

    /** Starts an engine of its own for them. A node's time is up before the engine's is, which then hears what came of it. */
    EngineLocks open(Duration leaseTime, List<LockListener> listeners, Seams seams) {
        RedisKeys keys = new RedisKeys(keyPrefix + "red:");
        List<RedisBackend> backends = factories.stream()
                .map(factory ->
                        new RedisBackend(new RedisLink(factory, false), keys, nodeTimeout, UNUSED, ReplicaPolicy.NONE))
                .toList();
        EngineSettings settings = new EngineSettings(leaseTime, nodeTimeout.multipliedBy(2), listeners, seams);
        return new EngineLocks(new QuorumBackend(backends, nodeTimeout, leaseTime), settings);
    }
}
