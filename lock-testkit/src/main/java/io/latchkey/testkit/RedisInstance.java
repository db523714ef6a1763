package io.latchkey.testkit;

/** One running server, whatever it runs in; {@link RedisServer} guards the calls. */
interface RedisInstance {

    String host();

    int port();

    String version();

    boolean isRunning();

    void pause();

    void resume();

    /** Ends it with SIGKILL and returns when it is gone. */
    void kill();

    /** Ends it with SIGTERM and returns when it is gone. */
    void shutdown();

    /** Starts it again on the same port after it has ended. */
    void startAgain();

    /** Ends it in whatever state it is and deletes what it left behind; may be called twice. */
    void dispose();
}
