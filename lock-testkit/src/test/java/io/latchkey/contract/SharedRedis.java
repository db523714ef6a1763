package io.latchkey.contract;

import static java.util.Objects.requireNonNull;

import io.latchkey.testkit.OnCluster;
import io.latchkey.testkit.OnSentinel;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/**
 * Gives a test the Redis that its class, or the class around it, asks for: a cluster, sentinels, or a standalone
 * server where neither is asked for. All classes inside one share it, and it ends with the outermost.
 */
final class SharedRedis implements BeforeEachCallback {

    private static final Namespace NAMESPACE = Namespace.create(SharedRedis.class);

    private @Nullable RedisProcesses processes;

    RedisProcesses get() {
        return requireNonNull(processes);
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        Topology topology = topologyOf(context.getRequiredTestClass());
        processes = outermostClass(context)
                .getStore(NAMESPACE)
                .computeIfAbsent(topology, RedisProcesses::new, RedisProcesses.class);
    }

    static Topology topologyOf(Class<?> testClass) {
        for (Class<?> around = testClass; around != null; around = around.getEnclosingClass()) {
            if (around.isAnnotationPresent(OnSentinel.class)) {
                return Topology.SENTINEL;
            }
            if (around.isAnnotationPresent(OnCluster.class)) {
                return Topology.CLUSTER;
            }
        }
        return Topology.STANDALONE;
    }

    private static ExtensionContext outermostClass(ExtensionContext context) {
        ExtensionContext outermost = context;
        while (outermost.getParent().flatMap(ExtensionContext::getTestClass).isPresent()) {
            outermost = outermost.getParent().orElseThrow();
        }
        return outermost;
    }
}
