package io.latchkey.sample.live;

import io.latchkey.sample.live.Message.LeaseSeen;
import io.latchkey.sample.live.Message.Present;
import io.latchkey.sample.live.Message.Started;
import io.latchkey.sample.live.Message.StoryTold;
import java.util.ArrayList;
import java.util.List;

/** The last run and the last story, for a page that is opened later. Not safe for use by several threads. */
final class Memory {

    private final List<Message> run = new ArrayList<>();
    private final List<Message> story = new ArrayList<>();

    void remember(Message message) {
        if (message instanceof Present) {
            return;
        }
        if (message instanceof Started) {
            run.clear();
        }
        if (message instanceof StoryTold told) {
            if (told.step().equals("start")) {
                story.clear();
            }
            story.add(message);
        } else if (message instanceof LeaseSeen) {
            story.add(message);
        } else {
            run.add(message);
        }
    }

    List<Message> recall() {
        List<Message> all = new ArrayList<>(run);
        all.addAll(story);
        return all;
    }
}
