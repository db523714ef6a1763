package io.latchkey.sample.redis;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import org.springframework.boot.context.properties.bind.BindResult;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches while no property says where Redis is; others, such as a timeout, do not matter. */
final class OnNoRedisNamed implements Condition {

    private static final Set<String> PLACES = Set.of("url", "host", "port", "sentinel", "cluster", "masterreplica");

    @Override
    public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
        return matches(context.getEnvironment());
    }

    static boolean matches(Environment environment) {
        BindResult<Map<String, Object>> settings =
                Binder.get(environment).bind("spring.data.redis", Bindable.mapOf(String.class, Object.class));
        return !settings.isBound() || Collections.disjoint(settings.get().keySet(), PLACES);
    }
}
