package io.latchkey.sample.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.sample.SampleApplication;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.test.web.servlet.client.RestTestClient;

/** What the page shows when Redis goes while the shop is open. */
class RedisLostTest {

    @Test
    void whenRedisIsLostShouldSaySoInASentence() {
        try (EmbeddedRedis redis = EmbeddedRedis.start(RedisProgram.find());
                ConfigurableApplicationContext shop = SpringApplication.run(
                        SampleApplication.class,
                        "--server.port=0",
                        "--spring.data.redis.url=redis://%s:%d".formatted(redis.host(), redis.port()))) {
            RestTestClient client = clientOf(shop);
            redis.close();

            assertSaysSo(client, "/api/runs", "feature=template&visitors=1&items=1", "run");
            assertSaysSo(client, "/api/holder", "", "till");
        }
    }

    private static RestTestClient clientOf(ConfigurableApplicationContext shop) {
        String port = shop.getEnvironment().getRequiredProperty("local.server.port");
        return RestTestClient.bindToServer().baseUrl("http://localhost:" + port).build();
    }

    private static void assertSaysSo(RestTestClient client, String path, String form, String lock) {
        RestTestClient.ResponseSpec answer = client.post()
                .uri(path)
                .contentType(MediaType.APPLICATION_FORM_URLENCODED)
                .body(form)
                .exchange();
        answer.expectStatus().isEqualTo(HttpStatus.SERVICE_UNAVAILABLE);
        ProblemDetail problem =
                answer.expectBody(ProblemDetail.class).returnResult().getResponseBody();
        assertThat(Optional.ofNullable(problem).map(ProblemDetail::getDetail))
                .hasValueSatisfying(sentence ->
                        assertThat(sentence).contains("lock '" + lock + "'").doesNotContain("Exception"));
    }
}
