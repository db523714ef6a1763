package io.latchkey.spring.actuate;

import java.util.Map;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
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

    /** Answers 400 to a name no lock can have. */
    @ReadOperation
    public WebEndpointResponse<?> lock(@Selector(match = Match.ALL_REMAINING) String... name) {
        try {
            return new WebEndpointResponse<>(endpoint.lock(name));
        } catch (InvalidEndpointRequestException e) {
            return refused(WebEndpointResponse.STATUS_BAD_REQUEST, String.valueOf(e.getReason()));
        }
    }

    /** Answers 404 when there was nothing to open, 403 when force-unlock is off, 400 to a name no lock can have. */
    @DeleteOperation
    public WebEndpointResponse<?> forceUnlock(
            SecurityContext who, @Selector(match = Match.ALL_REMAINING) String... name) {
        try {
            ForcedOpenDescriptor opened = endpoint.forceUnlock(who, name);
            return new WebEndpointResponse<>(
                    opened,
                    opened.opened().isEmpty() ? WebEndpointResponse.STATUS_NOT_FOUND : WebEndpointResponse.STATUS_OK);
        } catch (ForceUnlockDisabledException e) {
            return refused(FORBIDDEN, e.getMessage());
        } catch (InvalidEndpointRequestException e) {
            return refused(WebEndpointResponse.STATUS_BAD_REQUEST, String.valueOf(e.getReason()));
        }
    }

    /** Written here: the error page of Spring Boot leaves the reason out. */
    private static WebEndpointResponse<?> refused(int status, String reason) {
        return new WebEndpointResponse<>(Map.of("error", reason), status);
    }
}
