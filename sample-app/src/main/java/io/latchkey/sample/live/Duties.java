package io.latchkey.sample.live;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/** The runs, and the story, this process is busy with. It says so with every greeting, for those who missed a message. */
@Component
public class Duties {

    /** Stands for the story of the holder, as one is told at a time. */
    public static final String STORY = "story";

    private final Set<String> started = ConcurrentHashMap.newKeySet();
    private final Set<String> shares = ConcurrentHashMap.newKeySet();

    /** This process will say how it ends. */
    public void start(String run) {
        started.add(run);
    }

    public void finish(String run) {
        started.remove(run);
    }

    /** Some of its visitors are here. */
    public void beginShare(String run) {
        shares.add(run);
    }

    public void endShare(String run) {
        shares.remove(run);
    }

    List<String> started() {
        return List.copyOf(started);
    }

    List<String> shares() {
        return List.copyOf(shares);
    }
}
