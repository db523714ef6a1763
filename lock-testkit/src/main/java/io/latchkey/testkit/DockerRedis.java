package io.latchkey.testkit;

import static org.awaitility.Awaitility.await;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.utility.DockerImageName;

/** A Redis server in a container. Its host port is fixed, because Docker would choose another one at a restart. */
final class DockerRedis implements RedisInstance {

    static final DockerImageName IMAGE = DockerImageName.parse("redis:7.2-alpine");

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final int INNER_PORT = 6379;

    private final GenericContainer<?> container;
    private final int port;

    private DockerRedis(GenericContainer<?> container, int port) {
        this.container = container;
        this.port = port;
    }

    static DockerRedis start(String... extraArguments) {
        int port = FreePort.next();
        GenericContainer<?> container = container(port, extraArguments);
        DockerRedis redis = new DockerRedis(container, port);
        try {
            container.start();
            redis.awaitReady();
            return redis;
        } catch (RuntimeException e) {
            redis.dispose();
            throw new RedisStartException("a container of " + IMAGE + " did not start", e);
        }
    }

    @Override
    public String host() {
        return container.getHost();
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public String version() {
        try {
            String output =
                    container.execInContainer("redis-server", "--version").getStdout();
            return RedisVersion.parse(output)
                    .orElseThrow(() -> new RedisStartException(IMAGE + " did not tell its version", output));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while asking for the version", e);
        }
    }

    @Override
    public boolean isRunning() {
        return Boolean.TRUE.equals(
                docker().inspectContainerCmd(id()).exec().getState().getRunning());
    }

    @Override
    public void pause() {
        docker().pauseContainerCmd(id()).exec();
    }

    @Override
    public void resume() {
        docker().unpauseContainerCmd(id()).exec();
    }

    @Override
    public void kill() {
        unpause();
        docker().killContainerCmd(id()).exec();
        awaitEnd();
    }

    @Override
    public void shutdown() {
        unpause();
        docker().stopContainerCmd(id()).exec();
        awaitEnd();
    }

    @Override
    public void startAgain() {
        docker().startContainerCmd(id()).exec();
        awaitReady();
    }

    @Override
    public void dispose() {
        if (container.getContainerId() != null) {
            unpause();
        }
        container.stop();
    }

    private static GenericContainer<?> container(int port, String... extraArguments) {
        GenericContainer<?> container = new GenericContainer<>(IMAGE);
        container.withExposedPorts(INNER_PORT);
        container.withCommand(commandLine(extraArguments));
        container.withCreateContainerCmdModifier(create -> {
            PortBinding binding = new PortBinding(Ports.Binding.bindPort(port), ExposedPort.tcp(INNER_PORT));
            HostConfig config = create.getHostConfig();
            create.withHostConfig((config == null ? new HostConfig() : config).withPortBindings(binding));
        });
        return container;
    }

    private static String[] commandLine(String... extraArguments) {
        List<String> words = new ArrayList<>(List.of("redis-server", "--save", "", "--appendonly", "no"));
        // "local" would not do: seen from inside the container, the test is another machine.
        words.addAll(List.of("--enable-debug-command", "yes"));
        words.addAll(List.of(extraArguments));
        return words.toArray(String[]::new);
    }

    private void unpause() {
        if (Boolean.TRUE.equals(
                docker().inspectContainerCmd(id()).exec().getState().getPaused())) {
            resume();
        }
    }

    private void awaitReady() {
        if (!RedisPing.awaitAnswer(host(), port, this::isRunning, LIMIT)) {
            throw new RedisStartException("a container of " + IMAGE + " did not answer", container.getLogs());
        }
    }

    private void awaitEnd() {
        await().pollInSameThread().atMost(LIMIT).until(() -> !isRunning());
    }

    private String id() {
        return container.getContainerId();
    }

    private static DockerClient docker() {
        return DockerClientFactory.instance().client();
    }
}
