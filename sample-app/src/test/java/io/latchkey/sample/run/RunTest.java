package io.latchkey.sample.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.latchkey.sample.SampleTest;
import io.latchkey.sample.live.Message.Finished;
import io.latchkey.sample.live.Message.Started;
import io.latchkey.sample.live.Message.Visited;
import io.latchkey.sample.live.Outcome;
import io.latchkey.sample.live.ShopProcess;
import io.latchkey.sample.live.Witness;
import io.latchkey.sample.shop.Visitor;
import io.latchkey.spring.autoconfigure.LatchkeyProperties;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.test.web.servlet.client.RestTestClient;

/** Runs, started the way the page does. */
@SampleTest
class RunTest {

    private static final ParameterizedTypeReference<Map<String, String>> TEXTS = new ParameterizedTypeReference<>() {};

    private final RestTestClient client;
    private final Witness witness;
    private final ApplicationEventPublisher events;

    RunTest(@LocalServerPort int port, @Autowired Witness witness, @Autowired ApplicationEventPublisher events) {
        this.client = RestTestClient.bindToServer()
                .baseUrl("http://localhost:" + port)
                .build();
        this.witness = witness;
        this.events = events;
    }

    @ParameterizedTest
    @ValueSource(strings = {"annotation", "fair", "template", "reactive"})
    void whenLockedShouldSellExactlyWhatThereIs(String feature) {
        String run = start(feature, 60, 20);

        Finished finished = witness.finished(run);

        assertThat(finished.verdict()).isEqualTo("20 sold of 20");
        assertThat(finished.good()).isTrue();
        List<Visited> visits = witness.visits(run);
        assertThat(visits).hasSize(60);
        assertThat(Counting.of(visits, Outcome.SERVED)).isEqualTo(20);
        assertThat(Counting.of(visits, Outcome.TOO_LATE)).isEqualTo(40);
        assertThat(Counting.mostAtOnce(visits)).isOne();
    }

    /** Else a long run would turn red because some did not wait for its end. */
    @Test
    void shouldBeAsPatientWhereverTheyWait(@Autowired LatchkeyProperties properties) {
        assertThat(properties.waitTime()).isEqualTo(Visitor.PATIENCE);
    }

    @Test
    void whenOnlyAFewComeShouldSellToAll() {
        assertThat(witness.finished(start("template", 7, 20)).facts()).containsEntry("sold", 7);
    }

    @Test
    void whenBrowsingShouldMisleadNobody() {
        Finished finished = witness.finished(start("read-write", 40, 5));

        assertThat(finished.good()).isTrue();
        assertThat(finished.facts())
                .containsEntry("browsed", 36)
                .containsEntry("restocked", 4)
                .containsEntry("misled", 0)
                .containsEntry("missing", 0);
    }

    @Test
    void whenMovingBetweenWarehousesShouldLoseNothing() {
        Finished finished = witness.finished(start("multi", 40, 30));

        assertThat(finished.good()).isTrue();
        assertThat(finished.facts()).containsEntry("moved", 40).containsEntry("before", 60);
        assertThat(finished.verdict()).contains("make 60, as before: 60");
    }

    @Test
    void whenPackingShouldUseThreeStations() {
        Finished finished = witness.finished(start("semaphore", 30, 1));

        assertThat(finished.facts()).containsEntry("packed", 30).containsEntry("atOnce", 3);
        assertThat(finished.good()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"annotation", "fair", "template", "reactive"})
    void whenCancelledShouldSendEverybodyHome(String feature) {
        String run = start(feature, 1000, 1000);
        await().until(() -> witness.visits(run).size() > 5);

        cancel(run).expectStatus().isOk();

        Finished finished = witness.finished(run);
        assertThat(finished.verdict()).startsWith("Cancelled. ");
        assertThat(finished.verdict()).doesNotContain("failed");
        assertThat(finished.facts().get("sold")).isBetween(1, 999);
        assertThat(witness.finished(start(feature, 1, 1)).verdict()).isEqualTo("1 sold of 1");
    }

    @Test
    void whenItsStarterHasGoneShouldSaySo() {
        ShopProcess gone = new ShopProcess("gone", 1, 1);

        events.publishEvent(new Started("orphan", "template", 10, 10, gone, List.of(gone)));

        Finished finished = witness.finished("orphan");
        assertThat(finished.good()).isFalse();
        assertThat(finished.verdict()).isEqualTo("The process that started it has gone.");
    }

    @Test
    void whileOneIsUnderWayShouldRefuseAnother() {
        String run = start("template", 1000, 1000);
        try {
            RestTestClient.ResponseSpec answer = order("fair", "1", "1");

            answer.expectStatus().isEqualTo(HttpStatus.CONFLICT);
            assertThat(problem(answer)).isEqualTo("A run is under way. Wait for it, or cancel it.");
        } finally {
            cancel(run);
            witness.finished(run);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    fair  | many  | 50           | Visitors: enter a whole number from 1 to 1000; 'many' is not one.
                    fair  | -3    | 50           | Visitors: enter a whole number from 1 to 1000; '-3' is not one.
                    fair  | 200   | 99999999999  | Items: enter a whole number from 1 to 1000; '99999999999' is not one.
                    fair  | ''    | 50           | Visitors: enter a whole number from 1 to 1000.
                    other | 200   | 50           | There is no feature 'other'.
                    """)
    void whenInputIsBadShouldSayWhatItMayBe(String feature, String visitors, String items, String message) {
        RestTestClient.ResponseSpec answer = order(feature, visitors, items);

        answer.expectStatus().isBadRequest();
        assertThat(problem(answer)).isEqualTo(message);
    }

    @ParameterizedTest
    @CsvSource({"Sec-Fetch-Site, cross-site", "Sec-Fetch-Site, same-site", "Origin, http://localhost:3000"})
    void whenAnotherSitePressesAButtonShouldRefuse(String header, String value) {
        client.post()
                .uri("/api/holder/kill")
                .header(header, value)
                .exchange()
                .expectStatus()
                .isForbidden();
    }

    @Test
    void whenABrowserTellsOnlyTheOriginShouldTakeItsOwn(@LocalServerPort int port) {
        client.delete()
                .uri("/api/runs/none")
                .header("Origin", "http://localhost:" + port)
                .exchange()
                .expectStatus()
                .isOk();
    }

    private String start(String feature, int visitors, int items) {
        RestTestClient.ResponseSpec answer = order(feature, "" + visitors, "" + items);
        answer.expectStatus().isOk();
        Map<String, String> body = answer.expectBody(TEXTS).returnResult().getResponseBody();
        return String.valueOf(body == null ? null : body.get("run"));
    }

    private RestTestClient.ResponseSpec order(String feature, String visitors, String items) {
        return client.post()
                .uri("/api/runs")
                .contentType(MediaType.APPLICATION_FORM_URLENCODED)
                .body("feature=%s&visitors=%s&items=%s".formatted(feature, visitors, items))
                .exchange();
    }

    private RestTestClient.ResponseSpec cancel(String run) {
        return client.delete().uri("/api/runs/" + run).exchange();
    }

    private static String problem(RestTestClient.ResponseSpec answer) {
        ProblemDetail problem =
                answer.expectBody(ProblemDetail.class).returnResult().getResponseBody();
        return problem == null ? "" : "" + problem.getDetail();
    }
}
