package io.latchkey.spring.interceptor;

import io.latchkey.spring.annotation.LockType;
import io.latchkey.spring.annotation.OnBusy;
import io.latchkey.spring.annotation.OnLost;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a method's annotation says, read and checked once.
 *
 * @param locked the method
 * @param name what its keys belong to
 * @param key null to lock the name itself
 * @param condition null to lock always
 * @param waitTime null for the default
 * @param leaseTime null to be renewed by the watchdog
 * @param fallback null unless it is what to do when the lock is busy
 * @param leaseParameter the place of the parameter that is given the lease, or {@link #NO_LEASE_PARAMETER}
 */
record LockOperation(
        LockedMethod locked,
        String name,
        LockType type,
        LockVariables variables,
        @Nullable LockExpression key,
        @Nullable LockExpression condition,
        @Nullable Duration waitTime,
        @Nullable Duration leaseTime,
        OnBusy onBusy,
        @Nullable Fallback fallback,
        OnLost onLost,
        ResultKind result,
        int leaseParameter) {

    static final int NO_LEASE_PARAMETER = -1;

    LockOperation {
        if (name.isBlank()) {
            throw locked.wrong("its name is blank", "Write a name, or leave it out to use that of class and method");
        }
        if ((onBusy == OnBusy.FALLBACK) != (fallback != null)) {
            throw locked.wrong(
                    "onBusy = FALLBACK and fallback are only of use together",
                    "Write both, as in onBusy = FALLBACK, fallback = \"busy\"");
        }
        if (onBusy == OnBusy.SKIP && !ResultKind.mayBeEmpty(locked.resultType())) {
            throw locked.wrong(
                    "onBusy = SKIP has nothing to return as "
                            + locked.resultType().getSimpleName(),
                    "Return " + canBeEmpty(locked.resultType()) + ", or choose another onBusy");
        }
    }

    private static String canBeEmpty(Class<?> resultType) {
        return resultType.isPrimitive()
                ? resultType + " boxed or in an Optional"
                : "a type that may be empty, such as Mono";
    }
}
