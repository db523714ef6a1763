package io.latchkey.sample.live;

import io.latchkey.sample.live.Message.Present;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.springframework.context.event.EventListener;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Knows which processes share the shop: this one, and those that have said so in the last seconds. */
@Component
public class Neighbours {

    private static final Duration FORGOTTEN_AFTER = Duration.ofSeconds(4);

    private record Seen(ShopProcess process, long at) {}

    private final Map<String, Seen> others = new ConcurrentHashMap<>();
    private final Identity identity;
    private final Bus bus;

    Neighbours(Identity identity, Bus bus) {
        this.identity = identity;
        this.bus = bus;
    }

    /** This process and the others, in the same order everywhere. */
    public List<ShopProcess> all() {
        others.values().removeIf(seen -> System.nanoTime() - seen.at() > FORGOTTEN_AFTER.toNanos());
        return Stream.concat(
                        Stream.of(identity.self()), others.values().stream().map(Seen::process))
                .sorted(Comparator.comparingInt(ShopProcess::port).thenComparing(ShopProcess::id))
                .toList();
    }

    @Scheduled(fixedRate = 1000)
    void sayHello() {
        if (identity.isOpen()) {
            bus.publish(new Present(identity.self()));
        }
    }

    @EventListener
    void hear(Present present) {
        if (!present.process().id().equals(identity.id())) {
            others.put(present.process().id(), new Seen(present.process(), System.nanoTime()));
        }
    }
}
