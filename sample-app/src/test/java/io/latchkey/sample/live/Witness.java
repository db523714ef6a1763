package io.latchkey.sample.live;

import static org.awaitility.Awaitility.await;

import io.latchkey.sample.live.Message.Finished;
import io.latchkey.sample.live.Message.StoryTold;
import io.latchkey.sample.live.Message.Visited;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.springframework.context.event.EventListener;

/** Hears what a page would be told. */
public class Witness {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final List<Message> heard = new CopyOnWriteArrayList<>();

    @EventListener
    void hear(Message message) {
        heard.add(message);
    }

    /** Waits until the run is over. */
    public Finished finished(String run) {
        return await().atMost(PATIENCE)
                .until(
                        () -> all(Finished.class)
                                .filter(finished -> finished.run().equals(run))
                                .findFirst(),
                        Optional::isPresent)
                .orElseThrow();
    }

    public List<Visited> visits(String run) {
        return all(Visited.class).filter(visit -> visit.run().equals(run)).toList();
    }

    /** Waits until that step of the story was told. */
    public void step(String step) {
        await().atMost(PATIENCE).until(() -> steps().contains(step));
    }

    public List<String> steps() {
        return all(StoryTold.class).map(StoryTold::step).toList();
    }

    public void forget() {
        heard.clear();
    }

    public <T extends Message> Stream<T> all(Class<T> type) {
        return heard.stream().filter(type::isInstance).map(type::cast);
    }
}
