package io.latchkey.benchmarks.locks;

import java.util.List;

/** Where the servers are. The first Redis is the one; all of them together serve quorum locks. */
public record Endpoints(String redisHost, List<Integer> redisPorts, String zooKeeper) {

    public Endpoints {
        redisPorts = List.copyOf(redisPorts);
        if (redisPorts.isEmpty()) {
            throw new IllegalArgumentException("redisPorts must not be empty");
        }
    }

    public int redisPort() {
        return redisPorts.get(0);
    }

    String redisUrl(int port) {
        return "redis://" + redisHost + ":" + port;
    }
}
