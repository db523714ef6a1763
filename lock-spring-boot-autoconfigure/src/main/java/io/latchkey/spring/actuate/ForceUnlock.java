package io.latchkey.spring.actuate;

import io.latchkey.spi.Printable;
import java.security.Principal;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.actuate.audit.AuditEvent;
import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.context.ApplicationEventPublisher;

/** Opens locks by force, and says who did it to whom: in the log, and to the application's audit. */
final class ForceUnlock {

    /** The type of the audit event. */
    static final String AUDIT_TYPE = "LOCK_FORCED_OPEN";

    private static final Logger log = LoggerFactory.getLogger(ForceUnlock.class);

    private final LockLookup lookup;
    private final ApplicationEventPublisher events;

    ForceUnlock(LockLookup lookup, ApplicationEventPublisher events) {
        this.lookup = lookup;
        this.events = events;
    }

    ForcedOpenDescriptor open(String name, SecurityContext who) {
        List<HolderDescriptor> opened =
                lookup.forceUnlock(name).stream().map(HolderDescriptor::of).toList();
        if (!opened.isEmpty()) {
            tell(name, opened, principal(who));
        }
        return new ForcedOpenDescriptor(name, opened);
    }

    private void tell(String name, List<HolderDescriptor> opened, String principal) {
        String holders = opened.stream()
                .map(holder -> holder.holder() + " (" + holder.kind() + ")")
                .collect(Collectors.joining(", "));
        log.warn(
                "lock '{}' was forced open through the endpoint by {}; it was held by {}",
                Printable.of(name),
                principal,
                holders);
        events.publishEvent(new AuditApplicationEvent(
                new AuditEvent(principal, AUDIT_TYPE, Map.of("lock", name, "heldBy", holders))));
    }

    private static String principal(SecurityContext who) {
        Principal principal = who.getPrincipal();
        return principal == null ? "unknown" : principal.getName();
    }
}
