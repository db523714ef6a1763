package io.latchkey.sample.web;

import io.latchkey.sample.live.Neighbours;
import io.latchkey.sample.live.ShopProcess;
import java.util.ArrayList;
import java.util.List;
import org.springframework.core.env.Environment;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.stereotype.Component;

/** The command that starts another process of this shop. */
@Component
class Invitation {

    private static final int FIRST_PORT = 8080;

    /**
     * What to type.
     *
     * @param note what the command does not say; empty when it says all
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
        arguments.add("--server.port=" + nextPort());
        String note = "";
        if (redis instanceof LettuceConnectionFactory lettuce && isOneServer(lettuce)) {
            arguments.add("--spring.data.redis.url=" + url(lettuce));
            note = lettuce.getPassword() == null || lettuce.getPassword().isEmpty()
                    ? ""
                    : "Add the password of Redis: it is not shown here.";
        } else {
            note = "Add the spring.data.redis.* options this process was started with.";
        }
        if (environment.getActiveProfiles().length > 0) {
            arguments.add("--spring.profiles.active=" + String.join(",", environment.getActiveProfiles()));
        }
        String text = "./mvnw -pl sample-app -am spring-boot:run -Dspring-boot.run.arguments=\"%s\""
                .formatted(String.join(" ", arguments));
        return new Command(text, note);
    }

    private int nextPort() {
        return neighbours.all().stream().mapToInt(ShopProcess::port).max().orElse(FIRST_PORT) + 1;
    }

    private static boolean isOneServer(LettuceConnectionFactory lettuce) {
        return lettuce.getClusterConfiguration() == null && lettuce.getSentinelConfiguration() == null;
    }

    private static String url(LettuceConnectionFactory lettuce) {
        return "%s://%s:%d%s"
                .formatted(
                        lettuce.isUseSsl() ? "rediss" : "redis",
                        lettuce.getHostName(),
                        lettuce.getPort(),
                        lettuce.getDatabase() == 0 ? "" : "/" + lettuce.getDatabase());
    }
}
