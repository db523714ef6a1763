package io.latchkey.sample.live;

import io.latchkey.sample.live.Message.Present;
import io.latchkey.sample.live.Message.Started;
import io.latchkey.sample.live.Message.StoryTold;
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
    private final Duties duties;
    private final Bus bus;

    Neighbours(Identity identity, Duties duties, Bus bus) {
        this.identity = identity;
        this.duties = duties;
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

    /** Whether that process is there, or was a moment ago. */
    public boolean has(ShopProcess process) {
        return all().stream().anyMatch(each -> each.id().equals(process.id()));
    }

    @Scheduled(fixedRate = 1000)
    void sayHello() {
        if (identity.isOpen()) {
            bus.publish(new Present(identity.self(), duties.started(), duties.shares()));
        }
    }

    @EventListener
    void hear(Present present) {
        isThere(present.process());
    }

    /** Its starter may not have been heard of before, by a process that has just come. */
    @EventListener
    void hear(Started run) {
        isThere(run.starter());
    }

    @EventListener
    void hear(StoryTold step) {
        isThere(step.teller());
    }

    private void isThere(ShopProcess process) {
        if (!process.id().equals(identity.id())) {
            others.put(process.id(), new Seen(process, System.nanoTime()));
        }
    }
}
