package io.latchkey.spring.interceptor;

import io.latchkey.Lease;
import io.latchkey.spring.annotation.DistributedLock;
import io.latchkey.spring.annotation.LockType;
import io.latchkey.spring.annotation.OnBusy;
import io.latchkey.spring.annotation.OnLost;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.core.annotation.MergedAnnotation;

/** Reads annotations, and refuses what cannot work. */
final class LockOperationReader {

    private final ConfigurableBeanFactory beans;
    private final LockExpressions expressions;

    LockOperationReader(ConfigurableBeanFactory beans, LockExpressions expressions) {
        this.beans = beans;
        this.expressions = expressions;
    }

    /**
     * Reads one annotation.
     *
     * @throws InvalidDistributedLockException when it cannot work
     */
    LockOperation read(LockedMethod locked) {
        checkModifiers(locked);
        MergedAnnotation<DistributedLock> annotation = locked.annotation();
        LockVariables variables = LockVariables.of(locked);
        return new LockOperation(
                locked,
                name(locked),
                annotation.getEnum("type", LockType.class),
                variables,
                expressions.parse(locked, variables, "key"),
                expressions.parse(locked, variables, "condition"),
                LockTimes.waitTime(beans, locked),
                LockTimes.leaseTime(beans, locked),
                annotation.getEnum("onBusy", OnBusy.class),
                fallback(locked),
                annotation.getEnum("onLost", OnLost.class),
                ResultKind.of(locked),
                leaseParameter(locked));
    }

    /** What a proxy cannot step in front of would run without its lock. */
    private static void checkModifiers(LockedMethod locked) {
        String modifier =
                locked.isPrivate() ? "private" : locked.isStatic() ? "static" : locked.isFinal() ? "final" : null;
        if (modifier != null) {
            throw locked.wrong(
                    "the method is " + modifier + ", and would run without its lock",
                    "Make it a method that a subclass could override, or use LockTemplate inside of it");
        }
    }

    private String name(LockedMethod locked) {
        return locked.annotation().getString("name").isEmpty()
                ? locked.qualifiedName()
                : Placeholders.resolve(beans, locked, "name");
    }

    private static @Nullable Fallback fallback(LockedMethod locked) {
        String name = locked.annotation().getString("fallback");
        return name.isBlank() ? null : Fallback.of(locked, name);
    }

    private static int leaseParameter(LockedMethod locked) {
        List<Class<?>> parameters = Arrays.asList(locked.method().getParameterTypes());
        int place = parameters.indexOf(Lease.class);
        if (place != parameters.lastIndexOf(Lease.class)) {
            throw locked.wrong("it has more than one parameter of type Lease", "Leave one of them");
        }
        return place;
    }
}
