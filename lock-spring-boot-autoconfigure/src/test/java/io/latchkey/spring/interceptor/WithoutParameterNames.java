package io.latchkey.spring.interceptor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.tools.ToolProvider;

/** Compiles as those do who know nothing of {@code -parameters}. */
final class WithoutParameterNames {

    private WithoutParameterNames() {}

    static Class<?> compile(String source, String name) {
        try {
            Path directory = Files.createTempDirectory("nameless");
            Path file = Files.writeString(directory.resolve(name + ".java"), source);
            int status = ToolProvider.getSystemJavaCompiler()
                    .run(null, null, null, "-g:none", "-cp", System.getProperty("java.class.path"), file.toString());
            if (status != 0) {
                throw new IllegalStateException("javac ended with " + status);
            }
            URLClassLoader loader = new URLClassLoader(
                    new URL[] {directory.toUri().toURL()}, WithoutParameterNames.class.getClassLoader());
            return loader.loadClass(name);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }
}
