package io.latchkey.benchmarks.locks;

import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.locks.InterProcessLock;
import org.apache.curator.framework.recipes.locks.InterProcessMultiLock;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.apache.curator.retry.ExponentialBackoffRetry;

/** Curator's mutex on ZooKeeper, which is fair whether one wants that or not; the session is its lease. */
final class CuratorLocks implements LockClient {

    private final CuratorFramework curator;

    CuratorLocks(Endpoints endpoints) {
        curator = CuratorFrameworkFactory.newClient(endpoints.zooKeeper(), new ExponentialBackoffRetry(100, 5));
        curator.start();
    }

    @Override
    public BenchLock lock(Kind kind, String name) {
        return switch (kind) {
            case REENTRANT, FAIR -> of(new InterProcessMutex(curator, path(name)));
            case MULTI -> of(new InterProcessMultiLock(curator, paths(name)));
            case RENEWED, FIXED, RED, RED_ON_ONE_THREAD, ONE_SCRIPT, GROUP, SINGLES, JVM ->
                throw LockClient.unsupported(kind);
        };
    }

    @Override
    public void close() {
        curator.close();
    }

    private static BenchLock of(InterProcessLock lock) {
        return BenchLock.of(lock::acquire, lock::release);
    }

    private static List<String> paths(String name) {
        return LockClient.members(name).stream().map(CuratorLocks::path).toList();
    }

    private static String path(String name) {
        return "/locks/" + name;
    }
}
