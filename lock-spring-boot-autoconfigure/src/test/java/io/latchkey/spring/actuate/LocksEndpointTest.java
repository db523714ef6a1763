package io.latchkey.spring.actuate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.jayway.jsonpath.JsonPath;
import io.latchkey.Lease;
import io.latchkey.Locks;
import io.latchkey.memory.InMemoryLocks;
import io.latchkey.spring.WebApplication;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.lang.reflect.Proxy;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.actuate.audit.AuditEvent;
import org.springframework.boot.actuate.audit.AuditEventRepository;
import org.springframework.boot.actuate.audit.InMemoryAuditEventRepository;
import org.springframework.boot.actuate.audit.listener.AuditListener;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.SanitizingFunction;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The endpoint over HTTP. */
@Timeout(120)
@ExtendWith(OutputCaptureExtension.class)
class LocksEndpointTest {

    private static final String EXPOSED = "management.endpoints.web.exposure.include=locks";
    private static final String WIDENED = "management.endpoint.locks.access=unrestricted";
    private static final String SWITCHED_ON = "management.endpoint.locks.force-unlock=true";

    @Test
    void whenNotExposedShouldNotBeThere() throws Exception {
        try (WebApplication app = start(Nothing.class)) {
            assertThat(app.get("/actuator/locks").statusCode()).isEqualTo(404);
            assertThat(app.context().getBeanNamesForType(LocksEndpoint.class)).isEmpty();
        }
    }

    @Test
    void shouldShowWhatIsHeldAndWhoWaitsWithoutTheirKeys() throws Exception {
        try (WebApplication app = start(Nothing.class, EXPOSED)) {
            Lease held = app.bean(Locks.class).reentrant("orders:42").acquire(Duration.ZERO);
            CompletableFuture<Lease> waiting =
                    app.bean(Locks.class).reentrant("orders:42").acquireAsync(Duration.ofMinutes(1));
            Lease secret = app.bean(Locks.class).reentrant("jane@example.org").acquire(Duration.ZERO);

            HttpResponse<String> answer = app.get("/actuator/locks");

            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).doesNotContain("42\"").doesNotContain("jane");
            assertThat(JsonPath.<List<String>>read(answer.body(), "$.held[*].name"))
                    .containsExactly("orders:******", "******");
            Map<String, Object> first = JsonPath.read(answer.body(), "$.held[0]");
            assertThat(first)
                    .containsEntry("kind", "reentrant")
                    .containsEntry("thread", Thread.currentThread().getName())
                    .containsEntry("renewed", true)
                    .containsEntry("fencingToken", Math.toIntExact(held.fencingToken()));
            assertThat(Duration.parse((String) first.get("remaining")))
                    .isBetween(Duration.ofSeconds(1), Duration.ofSeconds(30));
            assertThat(Instant.parse((String) first.get("since")))
                    .isBetween(Instant.now().minusSeconds(60), Instant.now().plusSeconds(1));
            assertThat(JsonPath.<List<String>>read(answer.body(), "$.waiting[*].name"))
                    .containsExactly("orders:******");
            assertThat(Duration.parse(JsonPath.read(answer.body(), "$.waiting[0].remaining")))
                    .isBetween(Duration.ofSeconds(1), Duration.ofMinutes(1));

            waiting.cancel(false);
            held.release();
            secret.release();
            assertThat(app.get("/actuator/locks").body()).isEqualTo("{\"held\":[],\"waiting\":[]}");
        }
    }

    @Test
    void whenValuesAreShownShouldShowKeysButForWhatIsSanitized() throws Exception {
        try (WebApplication app = start(Sanitized.class, EXPOSED, "management.endpoint.locks.show-values=always")) {
            Locks locks = app.bean(Locks.class);
            try (Lease one = locks.reentrant("orders:42").acquire(Duration.ZERO);
                    Lease other = locks.reentrant("orders:secret").acquire(Duration.ZERO)) {
                assertThat(JsonPath.<List<String>>read(
                                app.get("/actuator/locks").body(), "$.held[*].name"))
                        .containsExactly("orders:42", "orders:******");
            }
        }
    }

    @Test
    void whenValuesAreForTheAuthorizedShouldShowThemToThoseOnly() throws Exception {
        String[] properties = {
            EXPOSED, "management.endpoint.locks.show-values=when-authorized", "management.endpoint.locks.roles=operator"
        };
        try (WebApplication app = start(Users.class, properties);
                Lease held = app.bean(Locks.class).reentrant("orders:42").acquire(Duration.ZERO)) {
            assertThat(app.get("/actuator/locks").body()).contains("orders:******");
            assertThat(app.get("/actuator/locks?user=jane").body()).contains("orders:******");
            assertThat(app.get("/actuator/locks?user=operator").body()).contains("orders:42");
        }
    }

    @Test
    void shouldLookALockUpByItsName() throws Exception {
        try (WebApplication app = start(Nothing.class, EXPOSED)) {
            Lease held = app.bean(Locks.class).readWrite("shop/ä b").readLock().acquire(Duration.ZERO);

            HttpResponse<String> answer = app.get("/actuator/locks/shop/%C3%A4%20b");

            assertThat(JsonPath.<String>read(answer.body(), "$.name")).isEqualTo("shop/ä b");
            assertThat(JsonPath.<String>read(answer.body(), "$.holders[0].kind"))
                    .isEqualTo("read");
            assertThat(JsonPath.<String>read(answer.body(), "$.holders[0].holder"))
                    .matches("[^:]{4}:\\d+:\\d+");
            assertThat(Duration.parse(JsonPath.read(answer.body(), "$.holders[0].remaining")))
                    .isBetween(Duration.ofSeconds(1), Duration.ofSeconds(31));
            assertThat(JsonPath.<String>read(answer.body(), "$.held[0].name")).isEqualTo("shop/ä b");

            held.release();
            assertThat(app.get("/actuator/locks/shop/%C3%A4%20b").body())
                    .isEqualTo("{\"name\":\"shop/ä b\",\"holders\":[],\"held\":[],\"waiting\":[]}");
        }
    }

    @Test
    void whenAccessIsNotWidenedShouldNotForceALockOpen() throws Exception {
        try (WebApplication app = start(Nothing.class, EXPOSED, SWITCHED_ON);
                Lease held = app.bean(Locks.class).reentrant("orders:42").acquire(Duration.ZERO)) {
            assertThat(app.delete("/actuator/locks/orders:42").statusCode()).isEqualTo(405);
            assertThat(held.isValid()).isTrue();
        }
    }

    @Test
    void whenForceUnlockIsNotSwitchedOnShouldSayHowTo() throws Exception {
        try (WebApplication app = start(Nothing.class, EXPOSED, WIDENED);
                Lease held = app.bean(Locks.class).reentrant("orders:42").acquire(Duration.ZERO)) {
            HttpResponse<String> answer = app.delete("/actuator/locks/orders:42");

            assertThat(answer.statusCode()).isEqualTo(403);
            assertThat(answer.body()).contains("management.endpoint.locks.force-unlock=true");
            assertThat(held.isValid()).isTrue();
        }
    }

    @Test
    void whenAllowedToShouldForceALockOpenAndTellWhoDidItToWhom(CapturedOutput output) throws Exception {
        try (WebApplication app = start(Users.class, EXPOSED, WIDENED, SWITCHED_ON)) {
            Lease held = app.bean(Locks.class).reentrant("orders:42").acquire(Duration.ZERO);
            Lease permit = app.bean(Locks.class).semaphore("orders:42", 1).acquire(Duration.ZERO);

            HttpResponse<String> answer = app.delete("/actuator/locks/orders:42?user=operator");

            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(JsonPath.<List<String>>read(answer.body(), "$.opened[*].kind"))
                    .containsExactly("reentrant");
            String holder = JsonPath.read(answer.body(), "$.opened[0].holder");
            assertThat(held.isValid()).isFalse();
            assertThat(permit.isValid()).as("a permit cannot be taken away").isTrue();
            assertThat(output)
                    .contains("lock 'orders:42' was forced open through the endpoint by operator; it was held by "
                            + holder + " (reentrant)");
            List<AuditEvent> audited = app.bean(AuditEventRepository.class).find("operator", null, "LOCK_FORCED_OPEN");
            assertThat(audited)
                    .singleElement()
                    .extracting(AuditEvent::getData)
                    .isEqualTo(Map.of("lock", "orders:42", "heldBy", holder + " (reentrant)"));
            permit.release();
        }
    }

    @Test
    void whenThereIsNothingToOpenShouldSaySo() throws Exception {
        try (WebApplication app = start(Users.class, EXPOSED, WIDENED, SWITCHED_ON);
                Lease held = app.bean(Locks.class).reentrant("orders:42").acquire(Duration.ZERO)) {
            assertThat(app.delete("/actuator/locks/orders:43").statusCode()).isEqualTo(404);
            assertThat(held.isValid()).isTrue();
            assertThat(app.bean(AuditEventRepository.class).find(null, null, null))
                    .isEmpty();
        }
    }

    @Test
    void whenTheNameIsBlankShouldSayThatItIsWrong(CapturedOutput output) throws Exception {
        try (WebApplication app = start(Nothing.class, EXPOSED, WIDENED, SWITCHED_ON)) {
            for (String name : List.of("%20", "%20%20", "%09", "%0A", "%E2%80%83", "", "/", "//")) {
                for (HttpResponse<String> answer :
                        List.of(app.get("/actuator/locks/" + name), app.delete("/actuator/locks/" + name))) {
                    assertThat(answer.statusCode()).as(name).isEqualTo(400);
                    assertThat(JsonPath.<String>read(answer.body(), "$.error"))
                            .startsWith("a lock's name must not be blank, was \"");
                }
            }
        }
        assertThat(output).doesNotContain("Exception");
    }

    @Test
    void whenTheNameIsOddShouldLookItUp() throws Exception {
        try (WebApplication app = start(Nothing.class, EXPOSED, WIDENED, SWITCHED_ON)) {
            for (String name : List.of("a\nb", "\u0007", "\u202e42", "{}", "..a", "%", "a;b", "?", "x".repeat(4000))) {
                Lease held = app.bean(Locks.class).reentrant(name).acquire(Duration.ZERO);
                String path = "/actuator/locks/" + URLEncoder.encode(name, StandardCharsets.UTF_8);

                assertThat(JsonPath.<List<String>>read(app.get(path).body(), "$.holders[*].kind"))
                        .as(path)
                        .containsExactly("reentrant");
                assertThat(app.delete(path).statusCode()).as(path).isEqualTo(200);
                assertThat(held.isValid()).isFalse();
            }
        }
    }

    /** What no request can send, but a JMX client can. */
    @Test
    void whenTheNameIsHalfACharacterShouldRefuseIt() throws Exception {
        try (WebApplication app = start(Nothing.class, EXPOSED, WIDENED, SWITCHED_ON)) {
            LocksEndpoint endpoint = app.bean(LocksEndpoint.class);

            assertThatThrownBy(() -> endpoint.lock("\ud800"))
                    .isInstanceOf(InvalidEndpointRequestException.class)
                    .hasMessageContaining("must be well-formed text");
            assertThatThrownBy(() -> endpoint.forceUnlock("\ud800"))
                    .isInstanceOf(InvalidEndpointRequestException.class)
                    .hasMessageContaining("must be well-formed text");
        }
    }

    @Test
    void whenLocksAreOfAnotherMakeShouldShowWhatItCan() throws Exception {
        try (WebApplication app = start(Foreign.class, EXPOSED, WIDENED, SWITCHED_ON)) {
            Lease held = app.bean(Locks.class).reentrant("orders:42").acquire(Duration.ZERO);

            assertThat(app.get("/actuator/locks").body()).isEqualTo("{\"held\":[],\"waiting\":[]}");
            assertThat(JsonPath.<List<String>>read(
                            app.get("/actuator/locks/orders:42").body(), "$.holders[*].kind"))
                    .containsExactly("reentrant");
            assertThat(app.delete("/actuator/locks/orders:42").statusCode()).isEqualTo(200);
            await().until(() -> !held.isValid());
        }
    }

    private static WebApplication start(Class<?> beans, String... properties) {
        List<String> all = new ArrayList<>(List.of(properties));
        all.add("latchkey.backend=in-memory");
        all.add("latchkey.observability.lock-names=orders");
        // With a repository it wants Spring Security, which is not here; Users does its part.
        all.add("spring.autoconfigure.exclude="
                + "org.springframework.boot.actuate.autoconfigure.audit.AuditAutoConfiguration");
        return WebApplication.start(beans, all.toArray(String[]::new));
    }

    @Configuration(proxyBeanMethods = false)
    static class Nothing {}

    @Configuration(proxyBeanMethods = false)
    static class Sanitized {

        @Bean
        SanitizingFunction secrets() {
            return data -> "secret".equals(data.getValue()) ? data.withSanitizedValue() : data;
        }
    }

    /** Whoever names himself in the query is believed; an operator has that role. */
    @Configuration(proxyBeanMethods = false)
    static class Users {

        @Bean
        Filter user() {
            return (request, response, chain) -> chain.doFilter(new KnownUser((HttpServletRequest) request), response);
        }

        @Bean
        AuditEventRepository audit() {
            return new InMemoryAuditEventRepository();
        }

        @Bean
        AuditListener auditListener(AuditEventRepository audit) {
            return new AuditListener(audit);
        }
    }

    private static final class KnownUser extends HttpServletRequestWrapper {

        KnownUser(HttpServletRequest request) {
            super(request);
        }

        @Override
        public @Nullable Principal getUserPrincipal() {
            String user = getParameter("user");
            return user == null ? null : () -> user;
        }

        @Override
        public boolean isUserInRole(String role) {
            return role.equals(getParameter("user"));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Foreign {

        @Bean
        Locks foreignLocks() {
            Locks locks = InMemoryLocks.create();
            return (Locks) Proxy.newProxyInstance(
                    Locks.class.getClassLoader(),
                    new Class<?>[] {Locks.class},
                    (proxy, method, arguments) -> method.invoke(locks, arguments));
        }
    }
}
