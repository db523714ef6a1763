package io.latchkey.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** A directory for one fixture, deleted with all it contains. */
record TempDirectory(Path path) {

    static TempDirectory create() {
        try {
            return new TempDirectory(Files.createTempDirectory("latchkey-"));
        } catch (IOException e) {
            throw new UncheckedIOException("a temporary directory could not be made", e);
        }
    }

    void delete() {
        try {
            Files.walkFileTree(path, new Deletion());
        } catch (NoSuchFileException e) {
            // Deleted before: closing twice is allowed.
        } catch (IOException e) {
            throw new UncheckedIOException("the temporary directory " + path + " could not be deleted", e);
        }
    }

    private static final class Deletion extends SimpleFileVisitor<Path> {

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure) throws IOException {
            if (failure != null) {
                throw failure;
            }
            Files.deleteIfExists(directory);
            return FileVisitResult.CONTINUE;
        }
    }
}
