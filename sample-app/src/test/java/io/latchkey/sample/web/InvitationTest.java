package io.latchkey.sample.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.latchkey.sample.live.Neighbours;
import io.latchkey.sample.live.ShopProcess;
import io.latchkey.sample.web.Invitation.Command;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.mock.env.MockEnvironment;

class InvitationTest {

    private final MockEnvironment environment = new MockEnvironment();

    @Test
    void shouldNameRedisAndTheNextPort() {
        Command command = command(new LettuceConnectionFactory("127.0.0.1", 40123));

        assertThat(command.text())
                .isEqualTo("./mvnw -f run -Dspring-boot.run.arguments="
                        + "\"--server.port=8082 --spring.data.redis.url=redis://127.0.0.1:40123/0\"");
        assertThat(command.note()).isEmpty();
    }

    @Test
    void shouldNameADatabaseAndProfilesWithoutPasswords() {
        RedisStandaloneConfiguration redis = new RedisStandaloneConfiguration("db", 1);
        redis.setPassword("secret");
        environment.setProperty("spring.datasource.url", "jdbc:postgresql://db/shop?password=secret");
        environment.setActiveProfiles("postgres");

        Command command = command(new LettuceConnectionFactory(redis));

        assertThat(command.text())
                .contains("--spring.datasource.url=jdbc:postgresql://db/shop ")
                .contains("--spring.profiles.active=postgres")
                .doesNotContain("secret");
        assertThat(command.note())
                .isEqualTo(
                        "Add user and password of Redis and other spring.datasource.* options, as for this process.");
    }

    @Test
    void shouldNotShowAPasswordAmongTheOptionsOfH2() {
        environment.setProperty("spring.datasource.url", "jdbc:h2:tcp://db/shop;PASSWORD=secret");

        assertThat(command(new LettuceConnectionFactory("db", 1)).text())
                .contains("--spring.datasource.url=jdbc:h2:tcp://db/shop\"")
                .doesNotContain("secret");
    }

    @Test
    void shouldNameThePrefixOfTheKeysAndAnAddressWithColons() {
        environment.setProperty("latchkey.key-prefix", "shop:");

        assertThat(command(new LettuceConnectionFactory("::1", 6379)).text())
                .contains("--spring.data.redis.url=redis://[::1]:6379/0 ")
                .contains("--latchkey.key-prefix=shop:");
    }

    @Test
    void whenRedisIsAClusterShouldSayWhatToAdd() {
        Command command = command(new LettuceConnectionFactory(new RedisClusterConfiguration(List.of("db:1"))));

        assertThat(command.text()).doesNotContain("redis");
        assertThat(command.note()).isEqualTo("Add spring.data.redis.*, as for this process.");
    }

    private Command command(LettuceConnectionFactory redis) {
        Neighbours neighbours = mock();
        when(neighbours.all()).thenReturn(List.of(new ShopProcess("a", 1, 8080), new ShopProcess("b", 2, 8081)));
        return new Invitation(redis, environment, neighbours).command();
    }
}
