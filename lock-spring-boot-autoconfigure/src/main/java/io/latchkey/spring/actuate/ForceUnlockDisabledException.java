package io.latchkey.spring.actuate;

/** Somebody wants to force a lock open where that is not switched on. */
public final class ForceUnlockDisabledException extends IllegalStateException {

    ForceUnlockDisabledException() {
        super("locks are not forced open here; set management.endpoint.locks.force-unlock=true to allow it");
    }

    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
