package io.latchkey.composite;

import io.latchkey.spi.Owner;
import io.latchkey.spi.Reply;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What one node answered in an election.
 *
 * @param reply null when it failed
 * @param gone whether the owner that was to pass the lock on had nothing there
 */
record Ballot(@Nullable Reply reply, boolean gone, @Nullable Throwable failure) {

    static Ballot of(Reply reply) {
        return new Ballot(reply, false, null);
    }

    /** The answer to the second request, made because there was nothing to pass on. */
    static Ballot afterGone(Reply reply) {
        return new Ballot(reply, true, null);
    }

    static Ballot failed(Throwable failure) {
        return new Ballot(null, false, failure);
    }

    boolean isGrant() {
        return reply instanceof Reply.Acquired;
    }

    boolean isRefusal() {
        return reply instanceof Reply.Busy;
    }

    @Nullable
    String holder() {
        return reply instanceof Reply.Busy busy ? busy.holder() : null;
    }

    /**
     * The owner of the same process that was seen in place of the one that asked, if that is left from before. A later one is
     * no ghost: a node that had nothing to pass on is asked a second time, which may be when the lock has been taken anew.
     */
    Optional<Owner> ghostOf(Owner asking) {
        return Optional.ofNullable(holder())
                .filter(holder -> holder.startsWith(asking.process()))
                .flatMap(Owner::parse)
                .filter(owner -> owner.acquisition() < asking.acquisition());
    }
}
