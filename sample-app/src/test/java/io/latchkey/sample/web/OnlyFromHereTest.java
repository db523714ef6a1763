package io.latchkey.sample.web;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.ServletException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

/** Which requests to localhost:8080 are carried out. */
class OnlyFromHereTest {

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                // the page, and what is no browser
                "POST,   same-origin, http://localhost:8080",
                "POST,   same-origin, -",
                "DELETE, same-origin, http://localhost:8080",
                "POST,   none,        -",
                "POST,   -,           -",
                "DELETE, -,           -",
                // a browser that does not say what site it is from
                "POST,   -,           http://localhost:8080",
                "POST,   -,           HTTP://LocalHost:8080",
                "POST,   -,           https://localhost:8080",
                // looking changes nothing
                "GET,    cross-site,  https://example.org",
                "GET,    same-site,   http://localhost:3000",
                "HEAD,   cross-site,  -",
                "OPTIONS, cross-site, https://example.org",
            })
    void shouldCarryOut(String method, @Nullable String site, @Nullable String origin) throws Exception {
        assertThat(status(method, site, origin)).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "POST,   cross-site,  https://example.org",
                "DELETE, cross-site,  https://example.org",
                "PUT,    cross-site,  https://example.org",
                "POST,   cross-site,  -",
                "POST,   cross-site,  http://localhost:8080",
                // another program on this machine, or another process of the shop
                "POST,   same-site,   http://localhost:3000",
                "DELETE, same-site,   http://localhost:8081",
                // a browser that does not say what site it is from
                "POST,   -,           https://example.org",
                "POST,   -,           http://localhost:3000",
                "POST,   -,           http://localhost",
                "POST,   -,           http://localhost:80800",
                "POST,   -,           http://example.org/?http://localhost:8080",
                "POST,   -,           http://example.org@localhost:8080",
                "POST,   -,           null",
                "POST,   -,           ''",
            })
    void shouldRefuse(String method, @Nullable String site, @Nullable String origin) throws Exception {
        assertThat(status(method, site, origin)).isEqualTo(403);
    }

    private static int status(String method, @Nullable String site, @Nullable String origin)
            throws ServletException, IOException {
        MockHttpServletRequest request = new MockHttpServletRequest(method, "/api/holder/kill");
        request.addHeader("Host", "localhost:8080");
        if (site != null) {
            request.addHeader("Sec-Fetch-Site", site);
        }
        if (origin != null) {
            request.addHeader("Origin", origin);
        }
        MockHttpServletResponse response = new MockHttpServletResponse();
        MockFilterChain chain = new MockFilterChain();

        new OnlyFromHere().doFilter(request, response, chain);

        assertThat(chain.getRequest() == null).isEqualTo(response.getStatus() == 403);
        return response.getStatus();
    }
}
