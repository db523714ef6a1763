package io.latchkey.sample.live;

import io.latchkey.sample.redis.RedisNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.data.redis.connection.MessageListener;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Carries messages: at once to the beans of this process, as application events, and a moment later, many at a time,
 * through Redis to the other processes. Without Redis the page goes on working and hears of this process only.
 */
@Component
public class Bus implements MessageListener {

    private static final Logger log = LoggerFactory.getLogger(Bus.class);

    /** Messages under way, and who sent them. */
    record Envelope(String from, List<Message> messages) {}

    private final Identity identity;
    private final ApplicationEventPublisher events;
    private final StringRedisTemplate redis;
    private final String channel;
    private final JsonMapper json;
    private final Queue<Message> outgoing = new ConcurrentLinkedQueue<>();
    private final Queue<byte[]> incoming = new ConcurrentLinkedQueue<>();

    Bus(
            Identity identity,
            ApplicationEventPublisher events,
            StringRedisTemplate redis,
            RedisNames names,
            JsonMapper json) {
        this.identity = identity;
        this.events = events;
        this.redis = redis;
        this.channel = names.of("events");
        this.json = json;
    }

    String channel() {
        return channel;
    }

    public void publish(Message message) {
        outgoing.add(message);
        events.publishEvent(message);
    }

    @Scheduled(fixedDelay = 50)
    void send() {
        List<Message> messages = new ArrayList<>();
        for (Message next = outgoing.poll(); next != null; next = outgoing.poll()) {
            messages.add(next);
        }
        if (!messages.isEmpty()) {
            send(new Envelope(identity.id(), messages));
        }
    }

    private void send(Envelope envelope) {
        try {
            redis.convertAndSend(channel, json.writeValueAsString(envelope));
        } catch (RuntimeException e) {
            log.debug("{} messages did not get out", envelope.messages().size(), e);
        }
    }

    @Override
    public void onMessage(org.springframework.data.redis.connection.Message message, byte @Nullable [] pattern) {
        incoming.add(message.getBody());
    }

    /** In the order in which they came, on one thread. */
    @Scheduled(fixedDelay = 20)
    void receive() {
        for (byte[] next = incoming.poll(); next != null; next = incoming.poll()) {
            receive(next);
        }
    }

    private void receive(byte[] body) {
        try {
            Envelope envelope = json.readValue(body, Envelope.class);
            if (!envelope.from().equals(identity.id())) {
                envelope.messages().forEach(events::publishEvent);
            }
        } catch (JacksonException e) {
            log.debug("not a message of the shop", e);
        }
    }
}
