package io.latchkey.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import com.jayway.jsonpath.DocumentContext;
import com.jayway.jsonpath.JsonPath;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.convert.DurationStyle;

/** What an editor knows about our properties. */
class ConfigurationMetadataTest {

    private final DocumentContext metadata = read();

    @Test
    void shouldDescribeEveryPropertyWithItsDefault() {
        List<Map<String, Object>> properties = metadata.read("$.properties");

        assertThat(properties)
                .extracting(property -> property.get("name") + "=" + property.getOrDefault("defaultValue", ""))
                .containsExactlyInAnyOrder(
                        "latchkey.enabled=true",
                        "latchkey.backend=redis",
                        "latchkey.key-prefix=latchkey:",
                        "latchkey.wait-time=10s",
                        "latchkey.lease-time=30s",
                        "latchkey.redis.command-timeout=2s",
                        "latchkey.redis.replicas=0",
                        "latchkey.redis.replica-timeout=500ms",
                        "latchkey.fair.waiter-timeout=5s",
                        "latchkey.red-lock.nodes=",
                        "latchkey.red-lock.node-timeout=1s",
                        "latchkey.annotation.order=2147483547",
                        "latchkey.threads.callback-executor=",
                        "latchkey.observability.lock-names=",
                        "management.endpoint.locks.access=read_only",
                        "management.endpoint.locks.cache.time-to-live=0ms",
                        "management.endpoint.locks.show-values=never",
                        "management.endpoint.locks.roles=",
                        "management.endpoint.locks.force-unlock=false");
        assertThat(properties)
                .extracting(property -> property.get("description"))
                .allSatisfy(description -> assertThat(description).asString().matches("\\p{Lu}.{15,}\\."));
    }

    @Test
    void shouldHintAtTheBackends() {
        List<String> values = metadata.read("$.hints[?(@.name == 'latchkey.backend')].values[*].value");

        assertThat(values).containsExactly("redis", "in-memory");
    }

    @Test
    void shouldHintAtExecutorBeans() {
        List<String> targets = metadata.read(
                "$.hints[?(@.name == 'latchkey.threads.callback-executor')].providers[*].parameters.target");

        assertThat(targets).containsExactly("java.util.concurrent.Executor");
    }

    @Test
    void shouldHintAtTimesAndLetAnyOtherBe() {
        List<Map<String, Object>> durations = metadata.read("$.properties[?(@.type == 'java.time.Duration')]");

        assertThat(durations)
                .extracting(property -> (String) property.get("name"))
                .filteredOn(name -> name.startsWith("latchkey."))
                .isNotEmpty()
                .allSatisfy(name -> {
                    List<String> values = metadata.read("$.hints[?(@.name == '" + name + "')].values[*].value");
                    List<String> providers = metadata.read("$.hints[?(@.name == '" + name + "')].providers[*].name");
                    assertThat(values).hasSizeGreaterThan(1).allSatisfy(DurationStyle::detectAndParse);
                    assertThat(providers).containsExactly("any");
                });
    }

    @Test
    void shouldHintAtWhatCanBeShown() {
        List<String> values =
                metadata.read("$.hints[?(@.name == 'management.endpoint.locks.show-values')].values[*].value");

        assertThat(values).containsExactly("never", "when-authorized", "always");
    }

    private static DocumentContext read() {
        String file = "META-INF/spring-configuration-metadata.json";
        try (InputStream in = LatchkeyProperties.class.getClassLoader().getResourceAsStream(file)) {
            return JsonPath.parse(in);
        } catch (IOException e) {
            throw new IllegalStateException(file + " cannot be read", e);
        }
    }
}
