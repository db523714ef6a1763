package io.latchkey.testkit;

import java.io.IOException;
import java.net.Socket;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * One connection through a proxy. Two threads read, cutting the streams into commands and replies and judging them; two
 * deliver what the others let pass.
 */
final class Link {

    private static final long CLIENT_TIME_MILLIS = 1_000;

    private final Socket client;
    private final Socket server;
    private final Lane toServer;
    private final Lane toClient;
    private final Function<Command, Optional<Fault>> judge;
    private final Consumer<Link> onClose;
    private final ExpectedReplies expected = new ExpectedReplies();
    private final CountDownLatch clientEnded = new CountDownLatch(1);
    private final AtomicInteger openLanes = new AtomicInteger(2);
    private final AtomicBoolean closed = new AtomicBoolean();
    private List<Thread> carriers = List.of();
    private boolean struck;

    /**
     * A link that carries nothing before {@link #start}.
     *
     * @param judge sees every command and says which fault it meets
     * @param onClose hears once that the link has been closed
     */
    Link(Socket client, Socket server, Wire wire, Function<Command, Optional<Fault>> judge, Consumer<Link> onClose) {
        this.client = client;
        this.server = server;
        this.toServer = new Lane(Direction.TO_SERVER, wire, server);
        this.toClient = new Lane(Direction.TO_CLIENT, wire, client);
        this.judge = judge;
        this.onClose = onClose;
    }

    synchronized void start(ProxyThreads threads) {
        carriers = List.of(
                threads.start("to-server", () -> carry(toServer)), threads.start("to-client", () -> carry(toClient)));
        threads.start("commands", this::readCommands);
        threads.start("replies", this::readReplies);
    }

    /** Closes both sides at once; what is under way is lost. */
    void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        closeQuietly(client);
        closeQuietly(server);
        interruptCarriers();
        onClose.accept(this);
    }

    private synchronized void interruptCarriers() {
        carriers.forEach(Thread::interrupt);
    }

    private void carry(Lane lane) {
        boolean cut = false;
        try {
            cut = lane.deliver();
            if (cut) {
                endClient();
            }
        } catch (IOException e) {
            // The target is gone; the reader on its side sees that too and tells the other side.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (openLanes.decrementAndGet() == 0 || cut) {
            close();
        }
    }

    /**
     * Ends the client's side in good order before all is closed: closing while bytes of the client are unread would reset
     * the connection, and with it go replies that the client has been sent but has not read.
     */
    private void endClient() throws IOException, InterruptedException {
        closeQuietly(server);
        client.shutdownOutput();
        boolean unused = clientEnded.await(CLIENT_TIME_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void readCommands() {
        try {
            CommandReader reader = new CommandReader(client.getInputStream());
            while (true) {
                send(reader.next(), reader.bytes());
            }
        } catch (IOException e) {
            clientEnded.countDown();
            toServer.end();
        }
    }

    /** Sends a command on as its fault wants it; what comes after a fault is read and thrown away. */
    private void send(Optional<Command> command, byte[] bytes) {
        if (struck) {
            return;
        }
        Optional<Fault.Kind> fault = command.flatMap(judge).map(Fault::kind);
        struck = fault.isPresent();
        if (fault.equals(Optional.of(Fault.Kind.DROP_COMMAND))) {
            if (expected.sendNoMore()) {
                toClient.cut();
            }
            return;
        }
        command.ifPresent(struck ? expected::swallow : expected::pass);
        toServer.send(bytes);
    }

    private void readReplies() {
        try {
            ReplyReader reader = new ReplyReader(server.getInputStream());
            while (passOn(expected.arrived(reader.next()), reader.bytes())) {
                // Reading on until the server ends or a fault ends it.
            }
        } catch (IOException e) {
            toClient.end();
        }
    }

    private boolean passOn(ExpectedReplies.Verdict verdict, byte[] bytes) {
        if (verdict != ExpectedReplies.Verdict.SWALLOW_AND_CUT) {
            toClient.send(bytes);
        }
        if (verdict == ExpectedReplies.Verdict.PASS) {
            return true;
        }
        toClient.cut();
        return false;
    }

    static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // Closing is all that was wanted.
        }
    }
}
