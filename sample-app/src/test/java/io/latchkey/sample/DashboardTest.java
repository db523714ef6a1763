package io.latchkey.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.latchkey.Lease;
import io.latchkey.LockAttempt;
import io.latchkey.spring.metrics.LockGauges;
import io.latchkey.spring.metrics.LockMeters;
import io.latchkey.spring.metrics.LockNames.Parts;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsProperties;
import org.springframework.boot.micrometer.metrics.autoconfigure.PropertiesMeterFilter;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.ClassPathResource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The dashboard asks for what the meters are really called. */
class DashboardTest {

    private static final Path DASHBOARD = Path.of(System.getProperty("basedir", ""), "grafana", "latchkey.json");
    private static final Pattern METER = Pattern.compile("latchkey_[a-z_]+");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=~|by \\(([\\w, ]+)\\)|\\{\\{(\\w+)}}");

    /** What Prometheus itself adds. */
    private static final Set<String> FROM_PROMETHEUS = Set.of("instance", "le");

    @Test
    void shouldOnlyAskForMetersThereAre() throws IOException {
        String offered = scrape();

        assertThat(namesIn(dashboard())).hasSizeGreaterThan(8).allSatisfy(name -> assertThat(offered)
                .containsPattern("(?m)^" + name + "[{ ]"));
    }

    @Test
    void shouldUseEveryMeterThereIs() throws IOException {
        Set<String> used = namesIn(dashboard());

        assertThat(METER.matcher(scrape()).results().map(MatchResult::group).map(DashboardTest::family))
                .isSubsetOf(used.stream().map(DashboardTest::family).toList());
    }

    @Test
    void shouldOnlyAskForLabelsThereAre() throws IOException {
        String offered = scrape();
        Set<String> labels = new TreeSet<>();
        expressions(dashboard()).forEach(text -> LABEL.matcher(text).results().forEach(found -> {
            for (int group = 1; group <= found.groupCount(); group++) {
                Optional.ofNullable(found.group(group)).ifPresent(names -> labels.addAll(List.of(names.split(", "))));
            }
        }));

        labels.removeAll(FROM_PROMETHEUS);
        assertThat(labels).contains("lock_name", "outcome").allSatisfy(label -> assertThat(offered)
                .contains(label + "=\""));
    }

    /** One of every thing that is measured, as Prometheus would be told it. */
    private static String scrape() throws IOException {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        registry.config().meterFilter(asInTheSample());
        LockMeters meters = new LockMeters(registry, name -> new Parts("flash-sale", name));
        new LockGauges(List::of).bindTo(registry);
        Lease lease = mock();
        when(lease.name()).thenReturn("flash-sale");
        when(lease.kind()).thenReturn("fair");
        LockAttempt attempt = mock();
        when(attempt.kind()).thenReturn("fair");
        when(attempt.lockName()).thenReturn("flash-sale");
        when(attempt.outcome()).thenReturn(Optional.of(LockAttempt.Outcome.ACQUIRED));
        when(attempt.waited()).thenReturn(Duration.ofMillis(5));
        meters.attempted(attempt);
        meters.released(lease, Duration.ofMillis(5));
        meters.lost(lease);
        meters.renewalFailed(lease, new IllegalStateException());
        meters.passedOn(lease);
        meters.polled("fair", "flash-sale");
        return registry.scrape();
    }

    /** With the histograms and tags that its properties ask for, and no others. */
    private static MeterFilter asInTheSample() throws IOException {
        List<PropertySource<?>> settings =
                new YamlPropertySourceLoader().load("sample", new ClassPathResource("application.yml"));
        return new PropertiesMeterFilter(new Binder(ConfigurationPropertySources.from(settings))
                .bind("management.metrics", MetricsProperties.class)
                .get());
    }

    private static JsonNode dashboard() throws IOException {
        return JsonMapper.shared().readTree(Files.readString(DASHBOARD));
    }

    private static List<String> expressions(JsonNode dashboard) {
        List<String> texts = new java.util.ArrayList<>();
        for (String field : List.of("expr", "legendFormat", "query")) {
            dashboard.findValues(field).forEach(text -> texts.add(text.asString()));
        }
        return texts;
    }

    private static Set<String> namesIn(JsonNode dashboard) {
        Set<String> names = new TreeSet<>();
        expressions(dashboard)
                .forEach(text -> METER.matcher(text).results().forEach(found -> names.add(found.group())));
        return names;
    }

    /** Without what Prometheus adds for the parts of a timer. */
    private static String family(String name) {
        return name.replaceFirst("_seconds(_\\w+)?$", "");
    }
}
