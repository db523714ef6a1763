package io.latchkey.spring.actuate;

import java.util.Map;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.Selector.Match;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.EndpointWebExtension;

/** What the endpoint does differently for a request: it knows who asks, and answers with a status. */
@EndpointWebExtension(endpoint = LocksEndpoint.class)
public final class LocksEndpointWebExtension {

    private static final int FORBIDDEN = 403;

    private final LocksEndpoint endpoint;

    public LocksEndpointWebExtension(LocksEndpoint endpoint) {
        this.endpoint = endpoint;
    }

    @ReadOperation
    public LocksDescriptor locks(SecurityContext who) {
        return endpoint.locks(who);
    }

    /** Answers 404 when there was nothing to open, 403 when force-unlock is off. */
    @DeleteOperation
    public WebEndpointResponse<?> forceUnlock(
            SecurityContext who, @Selector(match = Match.ALL_REMAINING) String... name) {
        try {
            ForcedOpenDescriptor opened = endpoint.forceUnlock(who, name);
            return new WebEndpointResponse<>(
                    opened,
                    opened.opened().isEmpty() ? WebEndpointResponse.STATUS_NOT_FOUND : WebEndpointResponse.STATUS_OK);
        } catch (ForceUnlockDisabledException e) {
            return new WebEndpointResponse<>(Map.of("error", e.getMessage()), FORBIDDEN);
        }
    }
}
