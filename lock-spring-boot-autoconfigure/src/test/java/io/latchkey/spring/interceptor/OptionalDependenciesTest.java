package io.latchkey.spring.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.LockContext;
import io.latchkey.spring.annotation.DistributedLock;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.springframework.util.ClassUtils;

/** An application that has neither Reactor nor transactions nor AspectJ, nor any Redis: they are not on its class path. */
class OptionalDependenciesTest {

    @Test
    void shouldLockWithoutThem() throws Exception {
        try (URLClassLoader slim = without("reactor-", "spring-tx", "aspectjweaver", "lettuce", "spring-data-redis")) {
            Callable<?> application = (Callable<?>)
                    slim.loadClass(Application.class.getName()).getConstructor().newInstance();

            assertThat(application.call()).isEqualTo("order, order, absent");
        }
    }

    private static URLClassLoader without(String... jars) throws MalformedURLException {
        URL[] classPath = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> Arrays.stream(jars)
                        .noneMatch(
                                jar -> Path.of(entry).getFileName().toString().startsWith(jar)))
                .map(entry -> url(entry))
                .toArray(URL[]::new);
        return new URLClassLoader(classPath, ClassLoader.getPlatformClassLoader());
    }

    private static URL url(String entry) {
        try {
            return Path.of(entry).toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(entry, e);
        }
    }

    /** Runs with classes of its own, so it tells what it saw as text. */
    public static class Application implements Callable<String> {

        @Override
        public String call() {
            Thread thread = Thread.currentThread();
            ClassLoader before = thread.getContextClassLoader();
            thread.setContextClassLoader(getClass().getClassLoader());
            try {
                StringBuilder seen = new StringBuilder();
                LockedApp.inMemory(Shop.class).run(context -> {
                    Shop shop = context.getBean(Shop.class);
                    seen.append(shop.pay()).append(", ").append(shop.payLater().join());
                });
                return seen + (ClassUtils.isPresent("reactor.core.publisher.Mono", null) ? ", present" : ", absent");
            } finally {
                thread.setContextClassLoader(before);
            }
        }
    }

    public static class Shop {

        @DistributedLock(name = "order")
        public String pay() {
            return LockContext.currentLease().orElseThrow().name();
        }

        @DistributedLock(name = "order")
        public CompletableFuture<String> payLater() {
            return CompletableFuture.completedFuture(pay());
        }
    }
}
