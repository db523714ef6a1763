package io.latchkey.spring.actuate;

import io.latchkey.LockOverview.Holder;
import java.time.Duration;

/**
 * A hold at the backend.
 *
 * @param holder enough of the owner to tell holders apart, not enough to pose as one
 */
public record HolderDescriptor(String kind, String holder, Duration remaining) {

    private static final int ENOUGH_OF_THE_PROCESS = 4;

    static HolderDescriptor of(Holder holder) {
        return new HolderDescriptor(holder.kind(), shortened(holder.owner()), holder.remaining());
    }

    static String shortened(String owner) {
        int end = owner.indexOf(':');
        return end <= ENOUGH_OF_THE_PROCESS ? owner : owner.substring(0, ENOUGH_OF_THE_PROCESS) + owner.substring(end);
    }
}
