package io.latchkey.spring;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** A real application with a web server on a free port, auto-configured as a user's is, and a client of it. */
public final class WebApplication implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final HttpClient client = HttpClient.newHttpClient();
    private final ConfigurableApplicationContext context;

    private WebApplication(ConfigurableApplicationContext context) {
        this.context = context;
    }

    /** Starts with the given beans and properties. */
    public static WebApplication start(Class<?> beans, String... properties) {
        return new WebApplication(new SpringApplicationBuilder(AutoConfigured.class, beans)
                .properties("server.port=0", "spring.main.banner-mode=off", "spring.jmx.enabled=false")
                .properties(properties)
                .run());
    }

    public ConfigurableApplicationContext context() {
        return context;
    }

    public <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    public HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return client.send(request("GET", path), BodyHandlers.ofString());
    }

    public HttpResponse<String> delete(String path) throws IOException, InterruptedException {
        return client.send(request("DELETE", path), BodyHandlers.ofString());
    }

    public CompletableFuture<HttpResponse<String>> getAsync(String path) {
        return client.sendAsync(request("GET", path), BodyHandlers.ofString());
    }

    private HttpRequest request(String method, String path) {
        String port = context.getEnvironment().getRequiredProperty("local.server.port");
        return HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                .timeout(LIMIT)
                .header("Accept", "application/json")
                .method(method, BodyPublishers.noBody())
                .build();
    }

    @Override
    public void close() {
        context.close();
    }

    /** Spring Boot 3 would set up web security for the little of Spring Security that is here, and miss the rest. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration(
            excludeName = {
                "org.springframework.boot.autoconfigure.security.servlet.SecurityAutoConfiguration",
                "org.springframework.boot.autoconfigure.security.servlet.UserDetailsServiceAutoConfiguration",
                "org.springframework.boot.actuate.autoconfigure.security.servlet.ManagementWebSecurityAutoConfiguration"
            })
    static class AutoConfigured {}
}
