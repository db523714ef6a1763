package io.latchkey.redis;

import io.latchkey.spi.Reply;
import io.latchkey.spi.Standing;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;

/** What scripts answer, as the engine understands it. */
final class Replies {

    private Replies() {}

    /** Whether something is held now; being let through a latch, which has no token, holds nothing. */
    static boolean isGrant(List<Object> reply) {
        return reply.size() == 1 ? number(reply, 0) > 0 : number(reply, 0) == 1;
    }

    /** A number alone is the token of who holds the lock now, or says that what was to be passed on is gone. */
    static Reply reply(List<Object> reply) {
        long first = number(reply, 0);
        if (reply.size() == 1) {
            return first < 0 ? new Reply.Gone() : new Reply.Acquired(first);
        }
        if (first == 1) {
            return new Reply.Acquired(number(reply, 1), new Standing(number(reply, 2), number(reply, 3), true));
        }
        String holder = text(reply, 3);
        long arrival = number(reply, 2);
        return new Reply.Busy(
                Duration.ofMillis(Math.max(0, number(reply, 1))),
                reply.size() == 4
                        ? Standing.arrived(arrival)
                        : new Standing(arrival, number(reply, 4), number(reply, 5) == 1),
                holder.isEmpty() ? null : holder);
    }

    /** A number alone is the token of each lock; else one of them was busy, and for that one its holder is told. */
    static List<Reply> each(List<Object> reply, int locks) {
        if (reply.size() == 1) {
            return Collections.nCopies(locks, reply(reply));
        }
        List<Reply> replies = new ArrayList<>(locks);
        for (int i = 1; i <= locks; i++) {
            String holder = number(reply, 1) == i ? text(reply, 3) : "";
            replies.add(new Reply.Busy(
                    Duration.ofMillis(Math.max(0, number(reply, 2))), 0, holder.isEmpty() ? null : holder));
        }
        return replies;
    }

    /** Which of several locks were held: all of them, or all but those that are named, counted from 1. */
    static BitSet held(List<Object> reply, int locks) {
        BitSet held = new BitSet(locks);
        held.set(0, locks);
        for (int i = 1; i < reply.size(); i++) {
            held.clear((int) number(reply, i) - 1);
        }
        return held;
    }

    static long number(List<Object> reply, int index) {
        Object value = reply.get(index);
        return value instanceof Long number ? number : Long.parseLong(text(reply, index));
    }

    static String text(List<Object> reply, int index) {
        return new String((byte[]) reply.get(index), StandardCharsets.UTF_8);
    }
}
