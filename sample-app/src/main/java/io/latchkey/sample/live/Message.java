package io.latchkey.sample.live;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.latchkey.sample.live.Message.Cancelled;
import io.latchkey.sample.live.Message.Finished;
import io.latchkey.sample.live.Message.LeaseSeen;
import io.latchkey.sample.live.Message.Present;
import io.latchkey.sample.live.Message.ShareDone;
import io.latchkey.sample.live.Message.Started;
import io.latchkey.sample.live.Message.StoryTold;
import io.latchkey.sample.live.Message.Visited;
import java.util.List;
import java.util.Map;

/** What one process of the shop tells the others, and every page. Times are microseconds since 1970. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Present.class, name = "present"),
    @JsonSubTypes.Type(value = Started.class, name = "started"),
    @JsonSubTypes.Type(value = Visited.class, name = "visited"),
    @JsonSubTypes.Type(value = ShareDone.class, name = "share-done"),
    @JsonSubTypes.Type(value = Cancelled.class, name = "cancelled"),
    @JsonSubTypes.Type(value = Finished.class, name = "finished"),
    @JsonSubTypes.Type(value = StoryTold.class, name = "story"),
    @JsonSubTypes.Type(value = LeaseSeen.class, name = "lease")
})
public sealed interface Message {

    /**
     * A process is there; said again and again.
     *
     * @param started the runs it has started that are not over, and {@link Duties#STORY} while it tells one
     * @param shares the runs it still has visitors of
     */
    record Present(ShopProcess process, List<String> started, List<String> shares) implements Message {}

    /**
     * Visitors are on their way to all these processes: the n-th process gets the visitors n, n + size, n + 2 size, …
     *
     * @param starter one of them, which says in the end how it went
     */
    record Started(
            String run, String feature, int visitors, int items, ShopProcess starter, List<ShopProcess> processes)
            implements Message {}

    /**
     * A visitor has left.
     *
     * @param entered zero when they never got in
     * @param left zero when they never got in
     */
    record Visited(
            String run, int number, String process, long arrived, long entered, long left, Outcome outcome, String note)
            implements Message {

        public boolean gotIn() {
            return left > 0;
        }
    }

    /** All visitors of one process have left. */
    record ShareDone(String run, String process) implements Message {}

    /** Somebody wants the run to end. */
    record Cancelled(String run) implements Message {}

    /** The run is over. */
    record Finished(String run, boolean good, String verdict, Map<String, Integer> facts) implements Message {}

    /**
     * A step in the story of the holder that freezes or dies; the first is {@code start} and the last {@code end}.
     *
     * @param teller the process that has the holder, and that waits for the lock
     */
    record StoryTold(long at, ShopProcess teller, String step, String who, String text) implements Message {}

    /** How long the lock of the story would still be held if nobody renewed it. */
    record LeaseSeen(long at, String holder, long remainingMillis) implements Message {}
}
