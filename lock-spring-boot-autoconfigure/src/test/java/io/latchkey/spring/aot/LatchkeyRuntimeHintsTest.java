package io.latchkey.spring.aot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.aot.hint.predicate.RuntimeHintsPredicates.reflection;
import static org.springframework.aot.hint.predicate.RuntimeHintsPredicates.resource;

import io.latchkey.spring.actuate.LocksDescriptor;
import io.latchkey.spring.annotation.DistributedLock;
import io.latchkey.spring.annotation.OnBusy;
import io.latchkey.spring.autoconfigure.LatchkeyAnnotationAutoConfiguration;
import io.latchkey.spring.autoconfigure.LatchkeyAutoConfiguration;
import io.latchkey.spring.autoconfigure.LatchkeyEndpointAutoConfiguration;
import io.latchkey.spring.autoconfigure.LatchkeyObservabilityAutoConfiguration;
import io.latchkey.spring.autoconfigure.LatchkeyProperties;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.InMemoryGeneratedFiles;
import org.springframework.aot.hint.ExecutableHint;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeHint;
import org.springframework.aot.hint.TypeReference;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.annotation.AnnotatedBeanDefinitionReader;
import org.springframework.context.aot.AbstractAotProcessor;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.annotation.AliasFor;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.javapoet.ClassName;
import org.springframework.util.ClassUtils;

class LatchkeyRuntimeHintsTest {

    private final RuntimeHints hints = new RuntimeHints();

    @Test
    void shouldBeFoundBySpring() {
        List<RuntimeHintsRegistrar> registrars = SpringFactoriesLoader.forResourceLocation(
                        "META-INF/spring/aot.factories", getClass().getClassLoader())
                .load(RuntimeHintsRegistrar.class);

        assertThat(registrars).hasAtLeastOneElementOfType(LatchkeyRuntimeHints.class);
    }

    @Test
    void shouldTakeEveryScriptAlong() throws IOException {
        new LatchkeyRuntimeHints().registerHints(hints, getClass().getClassLoader());

        assertThat(scripts()).isNotEmpty().allSatisfy(script -> assertThat(
                        resource().forResource("io/latchkey/lua/" + script))
                .as(script)
                .accepts(hints));
        assertThat(resource().forResource("io/latchkey/redis/RedisLocks.class")).rejects(hints);
    }

    @Test
    void shouldLetTheAnnotationBeRead() {
        new LatchkeyRuntimeHints().registerHints(hints, getClass().getClassLoader());

        assertThat(reflection()
                        .onType(DistributedLock.class)
                        .withMemberCategory(MemberCategory.INVOKE_DECLARED_METHODS))
                .accepts(hints);
    }

    @Test
    void shouldLetExpressionsAskForTheirRoot() {
        new LatchkeyRuntimeHints().registerHints(hints, getClass().getClassLoader());

        assertThat(ClassUtils.isPresent(
                        LatchkeyRuntimeHints.CALL_ROOT, getClass().getClassLoader()))
                .isTrue();
        assertThat(reflection()
                        .onType(TypeReference.of(LatchkeyRuntimeHints.CALL_ROOT))
                        .withMemberCategory(MemberCategory.INVOKE_PUBLIC_METHODS))
                .accepts(hints);
    }

    /** The properties are those of where it will run, not of where it is built. */
    @Test
    void whenProcessedAheadOfTimeShouldFindProxiesAndFallbacksWithoutAskingForProperties() {
        RuntimeHints found = processed(LatchkeyAnnotationAutoConfiguration.class, Shop.class);

        assertThat(found.reflection().typeHints())
                .extracting(hint -> hint.getType().getName())
                .anyMatch(name -> name.startsWith(Shop.class.getName() + "$$SpringCGLIB$$"));
        assertThat(invocable(found, Shop.class)).contains("busy");
    }

    /** A proxy calls what it stands in front of by reflection, as whom it was called. */
    @Test
    void whenProcessedAheadOfTimeShouldLetProxiesCallLockedMethods() {
        RuntimeHints found = processed(LatchkeyAnnotationAutoConfiguration.class, Till.class);

        assertThat(invocable(found, Till.class)).contains("open", "close").doesNotContain("count");
        assertThat(invocable(found, Register.class)).contains("open", "close").doesNotContain("count");
        assertThat(reflection().onType(TillLock.class).withMemberCategory(MemberCategory.INVOKE_DECLARED_METHODS))
                .accepts(found);
    }

    private static Stream<String> invocable(RuntimeHints hints, Class<?> type) {
        return hints.reflection()
                .typeHints()
                .filter(hint -> hint.getType().getName().equals(type.getName()))
                .flatMap(TypeHint::methods)
                .filter(method -> method.getMode() == ExecutableMode.INVOKE)
                .map(ExecutableHint::getName);
    }

    @Test
    void whenProcessedAheadOfTimePropertiesShouldBeBindableAndDescriptorsWritable() {
        RuntimeHints found =
                processed(LatchkeyObservabilityAutoConfiguration.class, LatchkeyEndpointAutoConfiguration.class);

        assertThat(reflection().onType(LatchkeyProperties.class)).accepts(found);
        assertThat(reflection().onType(LatchkeyProperties.Redis.class)).accepts(found);
        assertThat(reflection().onType(LocksDescriptor.class)).accepts(found);
    }

    /** What Spring finds out about an application of these when it is built. */
    private static RuntimeHints processed(Class<?>... classes) {
        GenericApplicationContext context = new GenericApplicationContext();
        TestPropertyValues.of("latchkey.backend=in-memory", "management.endpoints.web.exposure.include=locks")
                .applyTo(context);
        new AnnotatedBeanDefinitionReader(context).register(LatchkeyAutoConfiguration.class);
        new AnnotatedBeanDefinitionReader(context).register(classes);
        DefaultGenerationContext generation = new DefaultGenerationContext(
                new ClassNameGenerator(ClassName.get("io.latchkey.generated", "Test")), new InMemoryGeneratedFiles());
        System.setProperty(AbstractAotProcessor.AOT_PROCESSING, "true");
        try {
            new ApplicationContextAotGenerator().processAheadOfTime(context, generation);
        } finally {
            System.clearProperty(AbstractAotProcessor.AOT_PROCESSING);
        }
        return generation.getRuntimeHints();
    }

    static class Shop {

        @DistributedLock(name = "${shop.known-where-it-runs}", onBusy = OnBusy.FALLBACK, fallback = "busy")
        public void pay() {}

        @SuppressWarnings("UnusedMethod")
        private void busy() {}
    }

    interface Register {

        void open();

        @TillLock(till = "7")
        void close();

        void count();
    }

    static class Till implements Register {

        @Override
        @DistributedLock
        public void open() {}

        @Override
        public void close() {}

        @Override
        public void count() {}
    }

    @DistributedLock
    @Retention(RetentionPolicy.RUNTIME)
    @interface TillLock {

        @AliasFor(annotation = DistributedLock.class, attribute = "name")
        String till();
    }

    private static List<String> scripts() throws IOException {
        Resource[] found =
                new PathMatchingResourcePatternResolver().getResources("classpath*:io/latchkey/lua/**/*.lua");
        return Stream.of(found).map(LatchkeyRuntimeHintsTest::path).toList();
    }

    private static String path(Resource script) {
        try {
            String url = script.getURL().toString();
            return url.substring(url.indexOf("io/latchkey/lua/") + "io/latchkey/lua/".length());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
