package io.latchkey.sample.tickets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.latchkey.sample.SampleApplication;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.test.web.servlet.client.RestTestClient;

/** The running application, on the Redis it brings along. */
@SpringBootTest(classes = SampleApplication.class, webEnvironment = WebEnvironment.RANDOM_PORT)
class SaleTest {

    private final RestTestClient client;

    SaleTest(@LocalServerPort int port) {
        client = RestTestClient.bindToServer()
                .baseUrl("http://localhost:" + port)
                .build();
    }

    @RepeatedTest(5)
    void whenLockedShouldSellExactlyWhatThereIs() {
        SaleResult result = sell("locked=true&buyers=500");

        assertThat(result.sold()).isEqualTo(result.stock());
        assertThat(result.oversold()).isZero();
        assertThat(result.turns().stream().mapToInt(Turn::tickets).sum()).isEqualTo(result.sold());
        assertThat(result.moves()).isEqualTo(result.turns().size() - 1);
        assertThat(tokens(result.turns())).isSorted();
    }

    @Test
    void whenBuyersAreFewShouldServeAll() {
        SaleResult result = sell("buyers=7");

        assertThat(result.locked()).isTrue();
        assertThat(result.sold()).isEqualTo(7);
        assertThat(result.oversold()).isZero();
    }

    @Test
    void whenNotLockedShouldOversellSoonerOrLater() {
        await().until(() -> sell("locked=false&buyers=500"), result -> {
            assertThat(result.turns()).isEmpty();
            assertThat(result.soldByTill().values().stream()
                            .mapToLong(sold -> sold)
                            .sum())
                    .isEqualTo(result.sold());
            return result.oversold() > 0;
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    buyers=0             | buyers must be from 1 to 5000, was 0
                    buyers=5001          | buyers must be from 1 to 5000, was 5001
                    buyers=many          | buyers must be a whole number, was 'many'
                    buyers=99999999999   | buyers must be a whole number, was '99999999999'
                    locked=maybe         | locked must be true or false, was 'maybe'
                    """)
    void whenInputIsBadShouldSayWhatItMayBe(String query, String message) {
        client.post()
                .uri("/api/sale?" + query)
                .exchange()
                .expectStatus()
                .isEqualTo(HttpStatus.BAD_REQUEST)
                .expectBody(ProblemDetail.class)
                .value(problem -> assertThat(problem.getDetail()).isEqualTo(message));
    }

    @Test
    void shouldServeThePage() {
        client.get()
                .uri("/")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .value(page -> assertThat(page).contains("Sell with lock").contains("Sell without lock"));
    }

    private SaleResult sell(String query) {
        SaleResult result = client.post()
                .uri("/api/sale?" + query)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(SaleResult.class)
                .returnResult()
                .getResponseBody();
        return Objects.requireNonNull(result);
    }

    private static List<Long> tokens(List<Turn> turns) {
        List<Long> tokens = new ArrayList<>();
        turns.forEach(turn -> {
            tokens.add(turn.firstToken());
            tokens.add(turn.lastToken());
        });
        return tokens;
    }
}
