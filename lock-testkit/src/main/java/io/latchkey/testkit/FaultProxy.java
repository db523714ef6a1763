package io.latchkey.testkit;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

/**
 * A TCP proxy on loopback between Redis clients and a server, which breaks the network on request. It understands enough
 * RESP to strike exactly one command: a test counts the commands of a scenario first and then drops the reply of each.
 * Thread-safe.
 */
public final class FaultProxy implements AutoCloseable {

    private static final int CONNECT_TIMEOUT_MILLIS = 5_000;

    private final InetSocketAddress server;
    private final Wire wire = new Wire();
    private final List<Fault> faults = new CopyOnWriteArrayList<>();
    private final List<Command> seen = new ArrayList<>();
    private final Set<Link> links = ConcurrentHashMap.newKeySet();
    private final ProxyThreads threads;
    private final Listener listener;
    private volatile boolean closed;

    private FaultProxy(InetSocketAddress server) {
        this.server = server;
        this.threads = new ProxyThreads("fault-proxy-" + server.getPort());
        this.listener = new Listener(this::connect, threads);
    }

    public static FaultProxy to(RedisServer server) {
        return to(server.host(), server.port());
    }

    /** Starts a proxy to that address, which need not answer yet. */
    public static FaultProxy to(String host, int port) {
        FaultProxy proxy = new FaultProxy(new InetSocketAddress(host, port));
        proxy.listener.start();
        return proxy;
    }

    public String host() {
        return "127.0.0.1";
    }

    public int port() {
        return listener.port();
    }

    /**
     * Lets the server run the next matching command, swallows its reply and closes the connection. Earlier commands are
     * answered; later ones that the client has sent on the same connection do not reach the server.
     */
    public Fault dropReplyAndClose(Predicate<Command> target) {
        return dropReplyAndClose(target, 1);
    }

    /** The same for the n-th matching command from now, counted from 1 over all connections. */
    public Fault dropReplyAndClose(Predicate<Command> target, int nth) {
        return arm(new Fault(Fault.Kind.DROP_REPLY, target, nth));
    }

    /** Closes the connection instead of sending the next matching command; earlier ones are answered first. */
    public Fault dropCommandAndClose(Predicate<Command> target) {
        return dropCommandAndClose(target, 1);
    }

    /** The same for the n-th matching command from now, counted from 1 over all connections. */
    public Fault dropCommandAndClose(Predicate<Command> target, int nth) {
        return arm(new Fault(Fault.Kind.DROP_COMMAND, target, nth));
    }

    /** Holds all bytes of that direction, those of new connections too, and the news that a side has closed. */
    public void blackHole(Direction direction) {
        wire.blackHole(direction);
    }

    /** Makes bytes arrive later, in each direction. */
    public void delay(Duration delay) {
        delay(Direction.BOTH, delay);
    }

    public void delay(Direction direction, Duration delay) {
        wire.delay(direction, delay);
    }

    /** Delivers bytes one by one. */
    public void fragment() {
        wire.fragment();
    }

    /** Refuses new connections; those there are stay. */
    public void refuse() {
        listener.close();
    }

    /** Takes new connections again. */
    public void accept() {
        listener.open();
    }

    /** Ends every lasting fault: black holes, whose bytes are now delivered in order, delay, fragments and refusal. */
    public void heal() {
        wire.heal();
        listener.open();
    }

    /** Closes all connections at once, on both sides; bytes under way are lost. */
    public void closeAll() {
        links.forEach(Link::close);
    }

    public int openConnections() {
        return links.size();
    }

    /** The commands of all clients in the order of their coming: connection set-up and dropped ones too. */
    public List<Command> commandsSeen() {
        synchronized (seen) {
            return List.copyOf(seen);
        }
    }

    /** How many of them match. */
    public long commandsSeen(Predicate<Command> filter) {
        return commandsSeen().stream().filter(filter).count();
    }

    public void forgetCommands() {
        synchronized (seen) {
            seen.clear();
        }
    }

    /** Ends all connections and threads; closing twice does nothing. */
    @Override
    public void close() {
        closed = true;
        listener.close();
        closeAll();
        threads.join();
    }

    @Override
    public String toString() {
        return "proxy at " + host() + ":" + port() + " to " + server;
    }

    private Fault arm(Fault fault) {
        faults.add(fault);
        return fault;
    }

    private void connect(Socket client) {
        Socket upstream = new Socket();
        try {
            upstream.connect(server, CONNECT_TIMEOUT_MILLIS);
            upstream.setTcpNoDelay(true);
            client.setTcpNoDelay(true);
            open(new Link(client, upstream, wire, this::judge, links::remove));
        } catch (IOException e) {
            Link.closeQuietly(upstream);
            Link.closeQuietly(client);
        }
    }

    private void open(Link link) {
        links.add(link);
        link.start(threads);
        if (closed) {
            // It came while the proxy was closing, which may not have seen it.
            link.close();
        }
    }

    private Optional<Fault> judge(Command command) {
        synchronized (seen) {
            seen.add(command);
            Optional<Fault> struck =
                    faults.stream().filter(fault -> fault.strikes(command)).findFirst();
            struck.ifPresent(faults::remove);
            return struck;
        }
    }
}
