package io.latchkey.sample.live;

import java.util.UUID;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Who this process is among those that share the shop. */
@Component
public class Identity {

    private static final int SHORT = 8;

    private final String id = UUID.randomUUID().toString().substring(0, SHORT);
    private volatile int port;

    public ShopProcess self() {
        return new ShopProcess(id, ProcessHandle.current().pid(), port);
    }

    public String id() {
        return id;
    }

    boolean isOpen() {
        return port != 0;
    }

    @EventListener
    void open(WebServerInitializedEvent event) {
        port = event.getWebServer().getPort();
    }
}
