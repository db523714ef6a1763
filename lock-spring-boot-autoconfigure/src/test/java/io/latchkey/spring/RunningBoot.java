package io.latchkey.spring;

import org.springframework.boot.SpringBootVersion;
import org.springframework.util.ClassUtils;

/** The Spring Boot that the tests run on. The same tests run on several: see the module {@code compatibility}. */
public final class RunningBoot {

    private RunningBoot() {}

    public static String version() {
        return SpringBootVersion.getVersion();
    }

    public static int generation() {
        return Integer.parseInt(version().substring(0, version().indexOf('.')));
    }

    /** A class that Spring Boot 4 moved, by its names in 4 and in 3. */
    public static Class<?> moved(String inBoot4, String inBoot3) {
        return ClassUtils.resolveClassName(generation() >= 4 ? inBoot4 : inBoot3, RunningBoot.class.getClassLoader());
    }

    /** Spring Boot's own auto-configuration of the connection to Redis. */
    public static Class<?> redisAutoConfiguration() {
        return moved(
                "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration",
                "org.springframework.boot.autoconfigure.data.redis.RedisAutoConfiguration");
    }
}
