package io.latchkey.testkit;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.images.RemoteDockerImage;

/** Finds out, once per JVM, whether containers can be started. */
final class DockerProbe {

    private static final Logger log = LoggerFactory.getLogger(DockerProbe.class);

    private DockerProbe() {}

    /** Whether Docker answers and has, or can get, the image. */
    static boolean isAvailable() {
        return Answer.AVAILABLE;
    }

    private static final class Answer {

        // Testcontainers takes its time and logs errors where there is no Docker, so it is asked only if one may be.
        static final boolean AVAILABLE = mayBeThere() && answers() && hasImage();
    }

    private static boolean mayBeThere() {
        String host = Optional.ofNullable(System.getenv("DOCKER_HOST")).orElse("");
        if (!host.isBlank() && !host.startsWith("unix://")) {
            return true;
        }
        return sockets(host).anyMatch(DockerProbe::accepts);
    }

    private static Stream<Path> sockets(String host) {
        if (!host.isBlank()) {
            return Stream.of(Path.of(host.substring("unix://".length())));
        }
        Path home = Path.of(System.getProperty("user.home", "/"));
        Stream<Path> usual = Stream.of(
                Path.of("/var/run/docker.sock"),
                home.resolve(".docker/run/docker.sock"),
                home.resolve(".docker/desktop/docker.sock"));
        Stream<Path> rootless =
                Stream.ofNullable(System.getenv("XDG_RUNTIME_DIR")).map(directory -> Path.of(directory, "docker.sock"));
        return Stream.concat(usual, rootless);
    }

    private static boolean accepts(Path socket) {
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            return channel.isConnected();
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }

    private static boolean answers() {
        return DockerClientFactory.instance().isDockerAvailable();
    }

    private static boolean hasImage() {
        try {
            new RemoteDockerImage(DockerRedis.IMAGE).get();
            return true;
        } catch (Exception e) {
            log.warn(
                    "Docker is there but {} is not to be had ({}); using a local Redis",
                    DockerRedis.IMAGE,
                    e.toString());
            return false;
        }
    }
}
