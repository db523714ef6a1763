package io.latchkey.faults;

import io.latchkey.testkit.Command;
import io.latchkey.testkit.Fault;
import io.latchkey.testkit.FaultProxy;
import java.util.function.Predicate;

/** What gets lost of a request, together with the connection: it ran at the server, or it did not. */
enum Loss {
    OF_REPLY {
        @Override
        Fault arm(FaultProxy proxy, Predicate<Command> target, int nth) {
            return proxy.dropReplyAndClose(target, nth);
        }
    },
    OF_COMMAND {
        @Override
        Fault arm(FaultProxy proxy, Predicate<Command> target, int nth) {
            return proxy.dropCommandAndClose(target, nth);
        }
    };

    abstract Fault arm(FaultProxy proxy, Predicate<Command> target, int nth);
}
