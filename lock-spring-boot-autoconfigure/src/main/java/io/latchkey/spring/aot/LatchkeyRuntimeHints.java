package io.latchkey.spring.aot;

import io.latchkey.spring.annotation.DistributedLock;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/**
 * The Lua scripts, which are read from the class path, and the annotation, whose attributes are read by their names. Properties,
 * beans and the endpoint need nothing here: Spring Boot finds what it needs of those by itself.
 */
final class LatchkeyRuntimeHints implements RuntimeHintsRegistrar {

    static final String SCRIPTS = "io/latchkey/lua/**";

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        hints.resources().registerPattern(SCRIPTS);
        hints.reflection().registerType(DistributedLock.class, MemberCategory.INVOKE_DECLARED_METHODS);
    }
}
