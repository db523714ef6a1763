package io.latchkey.testkit;

/** A Redis server that did not start; the message shows what it printed and names the ways out. */
public final class RedisStartException extends RuntimeException {

    RedisStartException(String problem, String output) {
        super(message(problem, output));
    }

    RedisStartException(String problem, Throwable cause) {
        super(message(problem, ""), cause);
    }

    private static String message(String problem, String output) {
        return """
                %s
                --- output of the server ---
                %s
                --- ways out ---
                install redis-server and have it on the PATH; or run Docker; or install libssl 3, which the embedded \
                server is linked with. -D%s=docker|path|embedded|<program> forces one.""".formatted(problem, output.isBlank() ? "(none)" : output.strip(), RedisSource.PROPERTY);
    }
}
