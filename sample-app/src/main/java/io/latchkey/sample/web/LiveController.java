package io.latchkey.sample.web;

import io.latchkey.sample.live.Identity;
import io.latchkey.sample.live.Pages;
import io.latchkey.sample.live.ShopProcess;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** Tells a page who it talks to and what happens. */
@RestController
class LiveController {

    /** What a page wants to know first. */
    record Welcome(ShopProcess self, Invitation.Command command) {}

    private final Identity identity;
    private final Invitation invitation;
    private final Pages pages;

    LiveController(Identity identity, Invitation invitation, Pages pages) {
        this.identity = identity;
        this.invitation = invitation;
        this.pages = pages;
    }

    @GetMapping("/api/welcome")
    Welcome welcome() {
        return new Welcome(identity.self(), invitation.command());
    }

    @GetMapping(path = "/api/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    SseEmitter events() {
        return pages.open();
    }
}
