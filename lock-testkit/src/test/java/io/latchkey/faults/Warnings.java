package io.latchkey.faults;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** What the Redis backend tells an operator, from when this is made until it is closed. */
final class Warnings extends AppenderBase<ILoggingEvent> implements AutoCloseable {

    private final Logger logger = (Logger) LoggerFactory.getLogger("io.latchkey.redis");
    private final List<String> heard = new CopyOnWriteArrayList<>();

    Warnings() {
        start();
        logger.addAppender(this);
    }

    List<String> heard() {
        return List.copyOf(heard);
    }

    boolean contain(String words) {
        return heard.stream().anyMatch(warning -> warning.contains(words));
    }

    @Override
    protected void append(ILoggingEvent event) {
        heard.add(event.getFormattedMessage());
    }

    @Override
    public void close() {
        logger.detachAppender(this);
    }
}
