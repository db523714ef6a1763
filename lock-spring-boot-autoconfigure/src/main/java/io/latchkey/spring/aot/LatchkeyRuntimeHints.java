package io.latchkey.spring.aot;

import io.latchkey.spring.annotation.DistributedLock;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;

/**
 * The Lua scripts, which are read from the class path, the annotation, whose attributes are read by their names, and
 * what expressions call {@code #root}. Properties, beans and the endpoint need nothing here: Spring Boot finds what it needs of those by itself.
 */
final class LatchkeyRuntimeHints implements RuntimeHintsRegistrar {

    static final String SCRIPTS = "io/latchkey/lua/**";
    static final String CALL_ROOT = "io.latchkey.spring.interceptor.CallRoot";

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        hints.resources().registerPattern(SCRIPTS);
        hints.reflection()
                .registerType(DistributedLock.class, MemberCategory.INVOKE_DECLARED_METHODS)
                .registerType(TypeReference.of(CALL_ROOT), MemberCategory.INVOKE_PUBLIC_METHODS);
    }
}
