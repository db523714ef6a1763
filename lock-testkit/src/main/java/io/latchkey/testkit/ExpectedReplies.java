package io.latchkey.testkit;

import java.util.ArrayDeque;
import java.util.Locale;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;

/**
 * The commands of one connection that the server has not answered yet, oldest first. A subscription is answered not by a
 * reply but by one push for each channel; messages and other pushes answer nothing.
 */
final class ExpectedReplies {

    private static final Set<String> SUBSCRIPTIONS =
            Set.of("subscribe", "psubscribe", "ssubscribe", "unsubscribe", "punsubscribe", "sunsubscribe");
    private static final Set<String> MESSAGES = Set.of("message", "pmessage", "smessage");

    private final Queue<Expected> queue = new ArrayDeque<>();
    private boolean subscribed;
    private boolean lastWasSent;

    /** What to do with a reply, or after it. */
    enum Verdict {
        PASS,
        PASS_AND_CUT,
        SWALLOW_AND_CUT
    }

    /** Notes a command before it is sent on; its reply passes. */
    synchronized void pass(Command command) {
        add(command, false);
    }

    /** Notes a command before it is sent on; its reply is swallowed. */
    synchronized void swallow(Command command) {
        add(command, true);
    }

    /** Says that nothing more is sent; true when everything is answered and the connection can be cut at once. */
    synchronized boolean sendNoMore() {
        lastWasSent = true;
        return queue.isEmpty();
    }

    synchronized Verdict arrived(ReplyReader.Reply reply) {
        Expected expected = queue.peek();
        if (expected == null || !answers(reply, expected)) {
            return Verdict.PASS;
        }
        if (expected.swallow) {
            return Verdict.SWALLOW_AND_CUT;
        }
        if (--expected.parts == 0) {
            queue.remove();
        }
        return lastWasSent && queue.isEmpty() ? Verdict.PASS_AND_CUT : Verdict.PASS;
    }

    private void add(Command command, boolean swallow) {
        String name = command.name().toLowerCase(Locale.ROOT);
        boolean subscription = SUBSCRIPTIONS.contains(name);
        subscribed |= subscription;
        int parts = subscription ? Math.max(1, command.args().size()) : 1;
        queue.add(new Expected(name, parts, swallow));
    }

    private boolean answers(ReplyReader.Reply reply, Expected expected) {
        if (!isPush(reply)) {
            // A refused subscription is answered once.
            expected.parts = 1;
            return true;
        }
        return Objects.equals(reply.first(), expected.name);
    }

    /** RESP2 has no type for pushes, only arrays that begin with their kind. */
    private boolean isPush(ReplyReader.Reply reply) {
        if (reply.type() == '>') {
            return true;
        }
        String first = reply.first();
        return subscribed
                && reply.type() == '*'
                && first != null
                && (SUBSCRIPTIONS.contains(first) || MESSAGES.contains(first));
    }

    private static final class Expected {

        final String name;
        final boolean swallow;
        int parts;

        Expected(String name, int parts, boolean swallow) {
            this.name = name;
            this.parts = parts;
            this.swallow = swallow;
        }
    }
}
