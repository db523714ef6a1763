package io.latchkey.spring.autoconfigure;

import io.lettuce.core.RedisURI;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The address of a red lock's node as users write it. It may have credentials, which are shown nowhere. */
final class RedLockNode {

    private static final int FEWEST = 3;

    private RedLockNode() {}

    /** Refuses addresses that are none or twice the same, and a number of them that cannot decide. */
    static void check(String property, List<String> nodes) {
        PropertyChecks.check(
                nodes.isEmpty() || (nodes.size() >= FEWEST && nodes.size() % 2 == 1),
                property,
                nodes.stream().map(RedLockNode::masked).toList(),
                "it must name an odd number of servers, three or more, or be empty");
        Set<String> known = new HashSet<>();
        for (int i = 0; i < nodes.size(); i++) {
            String address = nodes.get(i);
            String each = property + "[" + i + "]";
            RedisURI uri = parsed(address);
            PropertyChecks.check(
                    uri != null,
                    each,
                    masked(address),
                    "it must be the address of a Redis server, as in redis://user:password@10.0.0.1:6379");
            PropertyChecks.check(
                    uri != null && known.add(uri.getHost().toLowerCase(Locale.ROOT) + ":" + uri.getPort()),
                    each,
                    masked(address),
                    "it is the same server as another node, and they must be independent");
        }
    }

    /** The address without what comes before the host. */
    static String masked(String address) {
        int at = address.lastIndexOf('@');
        int scheme = address.indexOf("://");
        return at < 0 ? address : (scheme < 0 ? "" : address.substring(0, scheme + 3)) + "***" + address.substring(at);
    }

    private static @Nullable RedisURI parsed(String address) {
        try {
            RedisURI uri = RedisURI.create(address);
            boolean server = uri.getHost() != null && uri.getSentinels().isEmpty();
            return server ? uri : null;
        } catch (RuntimeException e) {
            // What it says may have the credentials in it.
            return null;
        }
    }
}
