package io.latchkey.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.spring.RunningBoot;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ClassUtils;

/**
 * Auto-configurations that ours go before or after are named by text, because many have moved. A name that is misspelt would
 * only lose its order, silently; so each is looked for on the Spring Boot that has it.
 */
class AutoConfigurationNamesTest {

    private static final Set<String> OF_BOOT_4 = Set.of(
            "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration");

    private static final Set<String> OF_BOOT_3 = Set.of(
            "org.springframework.boot.autoconfigure.data.redis.RedisAutoConfiguration",
            "org.springframework.boot.actuate.autoconfigure.metrics.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.actuate.autoconfigure.observation.ObservationAutoConfiguration");

    private static final Set<String> OF_BOTH = Set.of();

    @Test
    void shouldKnowWhichGenerationEveryNameIsOf() {
        assertThat(Stream.of(OF_BOOT_4, OF_BOOT_3, OF_BOTH).flatMap(Set::stream))
                .as("what stands in afterName and beforeName; add new ones to this test")
                .containsExactlyInAnyOrderElementsOf(namesInUse());
    }

    @Test
    void shouldFindTheNamesOfThisGenerationAndNotThoseOfTheOther() {
        Set<String> own = RunningBoot.generation() >= 4 ? OF_BOOT_4 : OF_BOOT_3;
        Set<String> others = RunningBoot.generation() >= 4 ? OF_BOOT_3 : OF_BOOT_4;

        assertThat(own).allMatch(AutoConfigurationNamesTest::isThere);
        assertThat(OF_BOTH).allMatch(AutoConfigurationNamesTest::isThere);
        assertThat(others).noneMatch(AutoConfigurationNamesTest::isThere);
    }

    private static List<String> namesInUse() {
        ImportCandidates all = ImportCandidates.load(AutoConfiguration.class, classLoader());
        return StreamSupport.stream(all.spliterator(), false)
                .filter(name -> name.startsWith("io.latchkey."))
                .map(name -> ClassUtils.resolveClassName(name, classLoader()))
                .map(type -> AnnotatedElementUtils.findMergedAnnotation(type, AutoConfiguration.class))
                .flatMap(ours -> Stream.of(ours.afterName(), ours.beforeName()))
                .flatMap(Stream::of)
                .distinct()
                .toList();
    }

    private static boolean isThere(String name) {
        return ClassUtils.isPresent(name, classLoader());
    }

    private static ClassLoader classLoader() {
        return AutoConfigurationNamesTest.class.getClassLoader();
    }
}
