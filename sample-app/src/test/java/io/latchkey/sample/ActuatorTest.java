package io.latchkey.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.Lease;
import io.latchkey.Locks;
import io.latchkey.sample.live.Witness;
import io.latchkey.sample.run.Runs;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.web.servlet.client.RestTestClient;

/** What the page and Prometheus read. */
@SampleTest
class ActuatorTest {

    private final RestTestClient client;

    ActuatorTest(@LocalServerPort int port) {
        client = RestTestClient.bindToServer()
                .baseUrl("http://localhost:" + port)
                .build();
    }

    @Test
    void shouldShowTheLocks(@Autowired Locks locks) throws InterruptedException {
        try (Lease lease = locks.reentrant("warehouse:east").acquire(Duration.ofSeconds(5))) {
            assertThat(get("/actuator/locks"))
                    .contains("\"name\":\"warehouse:east\"")
                    .contains("\"fencingToken\":" + lease.fencingToken());
        }
        assertThat(get("/actuator/locks")).doesNotContain("warehouse:east");
    }

    @Test
    void shouldMeasureTheLocksByName(@Autowired Runs runs, @Autowired Witness witness) {
        witness.finished(runs.start("template", 3, 3).orElseThrow());

        assertThat(get("/actuator/prometheus"))
                .containsPattern(
                        "latchkey_acquire_seconds_count\\{application=\"latchkey-sample\",lock_kind=\"reentrant\","
                                + "lock_name=\"flash-sale\",outcome=\"acquired\"} \\d")
                .contains("latchkey_acquire_seconds_bucket{")
                .contains("latchkey_locks_held{application=\"latchkey-sample\"}");
    }

    private String get(String path) {
        return String.valueOf(client.get()
                .uri(path)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .returnResult()
                .getResponseBody());
    }
}
