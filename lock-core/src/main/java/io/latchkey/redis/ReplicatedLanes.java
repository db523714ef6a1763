package io.latchkey.redis;

import java.util.concurrent.CompletionStage;

/** The connections on which replicas are waited for. */
interface ReplicatedLanes extends AutoCloseable {

    /** Connects, anew where it was connected before; blocks until that is done. */
    void open();

    /** The connection to the server that has the key. */
    CompletionStage<ReplicatedLane> laneFor(byte[] key);

    /** Has requests that are made meanwhile go together. */
    void together(Runnable requests);

    /** Whether no answer has come for that long on a connection that stays where it leads to, whoever is master by now. */
    default boolean areStuck(long nanos) {
        return false;
    }

    /** A request failed. */
    default void failed() {}

    @Override
    void close();
}
