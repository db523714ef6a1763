package io.latchkey.spring;

import java.nio.file.Files;
import java.nio.file.Path;

/** Where this project's files are, whichever module runs the tests. */
final class Project {

    private static final String AT_THE_ROOT = "mvnw";

    private Project() {}

    static Path root() {
        Path folder = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
        while (!Files.exists(folder.resolve(AT_THE_ROOT))) {
            folder = folder.getParent();
        }
        return folder;
    }
}
