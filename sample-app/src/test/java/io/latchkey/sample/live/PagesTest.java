package io.latchkey.sample.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.sample.SampleTest;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.web.server.LocalServerPort;

@SampleTest
class PagesTest {

    private final URI events;

    PagesTest(@LocalServerPort int port) {
        this.events = URI.create("http://localhost:" + port + "/api/events");
    }

    /** Also when that was nothing: a page that comes back may believe that a run is still under way. */
    @Test
    void whenAPageIsOpenedShouldFirstTellWhatHappenedBefore() throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(events).timeout(Duration.ofSeconds(20)).build();

        try (Stream<String> lines =
                HttpClient.newHttpClient().send(request, BodyHandlers.ofLines()).body()) {
            assertThat(lines.limit(2))
                    .satisfiesExactly(name -> assertThat(name).isEqualTo("event:memory"), data -> assertThat(data)
                            .startsWith("data:{\"messages\":["));
        }
    }
}
