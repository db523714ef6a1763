package io.latchkey.sample.live;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.http.MediaType;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** The open pages. Each is told at once what happened before it was opened, and from then on what happens, ten times a second. */
@Component
public class Pages {

    /** Several messages at a time. */
    record News(List<Message> messages) {}

    private final Memory memory = new Memory();
    private final Map<SseEmitter, List<Message>> pages = new LinkedHashMap<>();
    private boolean closed;

    /** A new page, to be told everything. */
    public synchronized SseEmitter open() {
        SseEmitter page = new SseEmitter(0L);
        if (closed) {
            page.complete();
            return page;
        }
        page.onCompletion(() -> forget(page));
        page.onError(failure -> forget(page));
        recall(page);
        pages.put(page, new ArrayList<>());
        return page;
    }

    /** Tells it under a name of its own and even when there is nothing, for a page that comes back and believes more. */
    private void recall(SseEmitter page) {
        try {
            page.send(SseEmitter.event().name("memory").data(new News(memory.recall()), MediaType.APPLICATION_JSON));
        } catch (IOException e) {
            page.completeWithError(e);
        }
    }

    @EventListener
    synchronized void hear(Message message) {
        memory.remember(message);
        pages.values().forEach(untold -> untold.add(message));
    }

    @Scheduled(fixedDelay = 100)
    void tell() {
        untold().forEach((page, messages) -> {
            try {
                page.send(new News(messages), MediaType.APPLICATION_JSON);
            } catch (IOException | IllegalStateException e) {
                forget(page);
            }
        });
    }

    private synchronized Map<SseEmitter, List<Message>> untold() {
        Map<SseEmitter, List<Message>> untold = new LinkedHashMap<>();
        pages.replaceAll((page, messages) -> {
            if (messages.isEmpty()) {
                return messages;
            }
            untold.put(page, messages);
            return new ArrayList<>();
        });
        return untold;
    }

    private synchronized void forget(SseEmitter page) {
        pages.remove(page);
    }

    /** An open page would hold up the shutdown. */
    @EventListener(ContextClosedEvent.class)
    synchronized void close() {
        closed = true;
        List.copyOf(pages.keySet()).forEach(SseEmitter::complete);
    }
}
