package io.latchkey.spring.actuate;

import io.latchkey.Locks;
import io.latchkey.spi.LockId;
import io.latchkey.spi.LockKind;
import io.latchkey.spring.metrics.LockNames;
import java.time.Clock;
import java.util.List;
import java.util.function.Supplier;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.Sanitizer;
import org.springframework.boot.actuate.endpoint.SanitizingFunction;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.Selector.Match;
import org.springframework.context.ApplicationEventPublisher;

/**
 * Shows what this process holds and waits for, and who holds a lock wherever it is. It only looks, unless its access is
 * widened and force-unlock is switched on.
 */
@Endpoint(id = "locks", defaultAccess = Access.READ_ONLY)
public final class LocksEndpoint {

    private final LocksView view;
    private final ForceUnlock forceUnlock;
    private final LocksEndpointProperties properties;

    /**
     * @param locks all there are in the application, when asked for
     * @param names say which part of a lock's name is its key
     * @param sanitizers hide what must not be shown of a key even to those who may see keys
     * @param events gets an audit event for every lock that is forced open
     */
    public LocksEndpoint(
            Supplier<List<Locks>> locks,
            LockNames names,
            Iterable<SanitizingFunction> sanitizers,
            ApplicationEventPublisher events,
            LocksEndpointProperties properties) {
        LockLookup lookup = new LockLookup(locks);
        this.view = new LocksView(lookup, new LockKeyMask(names, new Sanitizer(sanitizers)), Clock.systemUTC());
        this.forceUnlock = new ForceUnlock(lookup, events);
        this.properties = properties;
    }

    /** What is held here and who waits here. */
    @ReadOperation
    public LocksDescriptor locks() {
        return locks(SecurityContext.NONE);
    }

    LocksDescriptor locks(SecurityContext who) {
        return view.locks(isShown(who));
    }

    /**
     * One lock, asked for at the backend.
     *
     * @throws InvalidEndpointRequestException when no lock can have that name
     */
    @ReadOperation
    public LockDescriptor lock(@Selector(match = Match.ALL_REMAINING) String... name) {
        return view.lock(joined(name));
    }

    /**
     * Opens a lock whoever holds it, of whatever kind; permits of a semaphore stay where they are.
     *
     * @throws ForceUnlockDisabledException when it is not switched on
     * @throws InvalidEndpointRequestException when no lock can have that name
     */
    @DeleteOperation
    public ForcedOpenDescriptor forceUnlock(@Selector(match = Match.ALL_REMAINING) String... name) {
        return forceUnlock(SecurityContext.NONE, name);
    }

    ForcedOpenDescriptor forceUnlock(SecurityContext who, String... name) {
        if (!properties.forceUnlock()) {
            throw new ForceUnlockDisabledException();
        }
        return forceUnlock.open(joined(name), who);
    }

    /** A slash in a lock's name is no end of it. */
    private static String joined(String... name) {
        String joined = String.join("/", name);
        try {
            return new LockId(LockKind.REENTRANT, joined).name();
        } catch (IllegalArgumentException e) {
            String reason = String.valueOf(e.getMessage());
            throw new InvalidEndpointRequestException(reason, reason);
        }
    }

    private boolean isShown(SecurityContext who) {
        return properties.showValues().isShown(who, properties.roles());
    }
}
