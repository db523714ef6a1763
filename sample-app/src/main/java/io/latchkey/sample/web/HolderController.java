package io.latchkey.sample.web;

import io.latchkey.sample.holder.HolderStory;
import io.latchkey.sample.holder.StoryException;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Starts a holder, and freezes or kills it. */
@RestController
class HolderController {

    private final HolderStory story;

    HolderController(HolderStory story) {
        this.story = story;
    }

    @PostMapping("/api/holder")
    void start() throws StoryException {
        story.start();
    }

    @PostMapping("/api/holder/freeze")
    void freeze() throws StoryException {
        story.freeze();
    }

    @PostMapping("/api/holder/kill")
    void kill() throws StoryException {
        story.kill();
    }
}
