package io.latchkey.sample.web;

import io.latchkey.sample.live.Neighbours;
import io.latchkey.sample.live.ShopProcess;
import java.util.ArrayList;
import java.util.List;
import org.springframework.core.env.Environment;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.stereotype.Component;
import org.springframework.util.StringUtils;

/** The command that starts another process of this shop. It never shows a password. */
@Component
class Invitation {

    private static final int FIRST_PORT = 8080;

    /**
     * What to type.
     *
     * @param note what has to be added by hand; empty when nothing has
     */
    record Command(String text, String note) {}

    private final RedisConnectionFactory redis;
    private final Environment environment;
    private final Neighbours neighbours;

    Invitation(RedisConnectionFactory redis, Environment environment, Neighbours neighbours) {
        this.redis = redis;
        this.environment = environment;
        this.neighbours = neighbours;
    }

    Command command() {
        List<String> arguments = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        arguments.add("--server.port=" + nextPort());
        nameRedis(arguments, missing);
        nameKeys(arguments);
        nameDatabase(arguments, missing);
        if (environment.getActiveProfiles().length > 0) {
            arguments.add("--spring.profiles.active=" + String.join(",", environment.getActiveProfiles()));
        }
        return new Command(
                "./mvnw -f run -Dspring-boot.run.arguments=\"%s\"".formatted(String.join(" ", arguments)),
                missing.isEmpty() ? "" : "Add %s, as for this process.".formatted(String.join(" and ", missing)));
    }

    private int nextPort() {
        return neighbours.all().stream().mapToInt(ShopProcess::port).max().orElse(FIRST_PORT) + 1;
    }

    private void nameRedis(List<String> arguments, List<String> missing) {
        if (redis instanceof LettuceConnectionFactory lettuce
                && lettuce.getClusterConfiguration() == null
                && lettuce.getSentinelConfiguration() == null) {
            arguments.add("--spring.data.redis.url=%s://%s:%d/%d"
                    .formatted(
                            lettuce.isUseSsl() ? "rediss" : "redis",
                            bracketed(lettuce.getHostName()),
                            lettuce.getPort(),
                            lettuce.getDatabase()));
            if (StringUtils.hasLength(lettuce.getPassword())) {
                missing.add("user and password of Redis");
            }
        } else {
            missing.add("spring.data.redis.*");
        }
    }

    /** An IPv6 address has colons of its own. */
    private static String bracketed(String host) {
        return host.contains(":") ? "[" + host + "]" : host;
    }

    /** Under other keys it would not meet the locks of this one. */
    private void nameKeys(List<String> arguments) {
        String prefix = environment.getProperty("latchkey.key-prefix");
        if (prefix != null) {
            arguments.add("--latchkey.key-prefix=" + prefix);
        }
    }

    /** What a process finds by itself need not be named. */
    private void nameDatabase(List<String> arguments, List<String> missing) {
        String url = environment.getProperty("spring.datasource.url");
        if (url != null) {
            // A password may be among the options.
            arguments.add("--spring.datasource.url=" + url.split("[?;]", 2)[0]);
            missing.add("other spring.datasource.* options");
        }
    }
}
