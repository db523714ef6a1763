package io.latchkey.testkit;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * One direction of one connection: a queue of parcels and the loop that delivers them. A parcel is stamped when it
 * comes, so that a delay is a latency and does not add up over a pipeline.
 */
final class Lane {

    private final Direction direction;
    private final Wire wire;
    private final Socket target;
    private final BlockingQueue<Parcel> queue = new LinkedBlockingQueue<>();

    Lane(Direction direction, Wire wire, Socket target) {
        this.direction = direction;
        this.wire = wire;
        this.target = target;
    }

    void send(byte[] bytes) {
        queue.add(new Parcel(bytes, Last.NO, wire.dueTime(direction)));
    }

    /** Tells the target, after what is under way, that no more comes. */
    void end() {
        queue.add(new Parcel(new byte[0], Last.END, wire.dueTime(direction)));
    }

    /** Cuts the connection after what is under way. */
    void cut() {
        queue.add(new Parcel(new byte[0], Last.CUT, wire.dueTime(direction)));
    }

    /** Delivers until the end; true when the connection is to be cut. */
    boolean deliver() throws IOException, InterruptedException {
        while (true) {
            Parcel parcel = queue.take();
            wire.awaitPassage(direction, parcel.dueTime);
            switch (parcel.last) {
                case NO -> write(parcel.bytes);
                case END -> {
                    target.shutdownOutput();
                    return false;
                }
                case CUT -> {
                    return true;
                }
            }
        }
    }

    private void write(byte[] bytes) throws IOException {
        OutputStream output = target.getOutputStream();
        if (!wire.isFragmented()) {
            output.write(bytes);
            return;
        }
        for (byte each : bytes) {
            output.write(each);
        }
    }

    private enum Last {
        NO,
        END,
        CUT
    }

    private static final class Parcel {

        final byte[] bytes;
        final Last last;
        final long dueTime;

        Parcel(byte[] bytes, Last last, long dueTime) {
            this.bytes = bytes;
            this.last = last;
            this.dueTime = dueTime;
        }
    }
}
