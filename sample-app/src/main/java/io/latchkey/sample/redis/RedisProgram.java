package io.latchkey.sample.redis;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.embedded.core.ExecutableProvider;

/** Where the sample gets a Redis server from. */
final class RedisProgram {

    private static final Logger log = LoggerFactory.getLogger(RedisProgram.class);
    private static final Pattern VERSION = Pattern.compile("\\bv=(\\d{1,4})\\.(\\d{1,4})\\b");

    private RedisProgram() {}

    /** The {@code redis-server} on the PATH if it is not too old for the locks, else the one that comes with the sample. */
    static Path find() {
        return on(Optional.ofNullable(System.getenv("PATH")).orElse("")).orElseGet(RedisProgram::unpacked);
    }

    static Optional<Path> on(String path) {
        return Pattern.compile(File.pathSeparator, Pattern.LITERAL)
                .splitAsStream(path)
                .filter(directory -> !directory.isEmpty())
                .flatMap(directory ->
                        Stream.of("redis-server", "redis-server.exe").map(name -> Path.of(directory, name)))
                .filter(program -> Files.isRegularFile(program) && Files.isExecutable(program))
                .filter(RedisProgram::willDo)
                .findFirst();
    }

    private static boolean willDo(Path program) {
        String said = version(program);
        boolean willDo = isNewEnough(said);
        if (!willDo) {
            log.info("passed over {}, which is not a Redis 6.2 or newer: {}", program, said);
        }
        return willDo;
    }

    private static String version(Path program) {
        try {
            Process process = new ProcessBuilder(program.toString(), "--version")
                    .redirectErrorStream(true)
                    .start();
            process.getOutputStream().close();
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            return "" + e.getMessage();
        }
    }

    /** Whether that is what a server says that knows all commands the locks use. */
    static boolean isNewEnough(String said) {
        Matcher version = VERSION.matcher(said);
        if (!version.find()) {
            return false;
        }
        int major = Integer.parseInt(version.group(1));
        int minor = Integer.parseInt(version.group(2));
        return major > 6 || (major == 6 && minor >= 2);
    }

    static Path unpacked() {
        try {
            File directory = Files.createTempDirectory("latchkey-sample-redis-").toFile();
            directory.deleteOnExit();
            File program = ExecutableProvider.newJarResourceProvider(directory).get();
            program.deleteOnExit();
            return program.toPath();
        } catch (IOException | RuntimeException e) {
            // A platform it brings no server for is a RuntimeException.
            throw new EmbeddedRedisException("The Redis server in the sample could not be unpacked: " + e, e);
        }
    }
}
