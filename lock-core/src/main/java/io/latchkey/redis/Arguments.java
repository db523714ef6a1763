package io.latchkey.redis;

import io.latchkey.spi.LockBackend.Acquisition;
import io.latchkey.spi.Owner;
import io.latchkey.spi.Ticket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What scripts are told, as they read it. */
final class Arguments {

    static final byte[] NONE = new byte[0];
    static final byte[] ZERO = number(0);
    static final byte[] ONE = number(1);

    /** How many every acquire has. */
    private static final int ASKED = 6;

    private Arguments() {}

    /** What every acquire is told. */
    static byte[][] asked(Acquisition acquisition, byte[]... more) {
        Owner owner = acquisition.owner();
        Ticket ticket = acquisition.ticket();
        byte[][] args = Arrays.copyOf(
                new byte[][] {
                    ascii(owner.id()),
                    ascii(owner.process()),
                    number(owner.acquisition()),
                    millis(acquisition.leaseTime()),
                    ticket(ticket),
                    number(ticket == null ? 0 : ticket.arrival())
                },
                ASKED + more.length);
        System.arraycopy(more, 0, args, ASKED, more.length);
        return args;
    }

    /** The same without what is not known: each argument costs the server as much as a small command. */
    static byte[][] brief(Acquisition acquisition) {
        Ticket ticket = acquisition.ticket();
        byte[][] args = asked(acquisition);
        return ticket == null || ticket.arrival() == 0
                ? Arrays.copyOf(args, ticket == null ? ASKED - 2 : ASKED - 1)
                : args;
    }

    static byte[][] shared(Acquisition acquisition) {
        Owner under = acquisition.under();
        return asked(acquisition, number(acquisition.permits()), under == null ? NONE : ascii(under.id()));
    }

    static byte[] ticket(@Nullable Ticket ticket) {
        return ticket == null ? NONE : ascii(ticket.owner().id());
    }

    /** Rounded up, so that no lease ends before it was asked to. */
    static byte[] millis(Duration time) {
        return number((time.toNanos() + 999_999) / 1_000_000);
    }

    static byte[] number(long number) {
        return ascii(Long.toString(number));
    }

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
