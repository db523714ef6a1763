package io.latchkey.spring.actuate;

import java.util.Set;
import org.springframework.boot.actuate.endpoint.Show;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What an application may set about the endpoint of its locks.
 *
 * @param showValues When to show the keys of locks, the part of a name that is not listed in
 *     latchkey.observability.lock-names.
 * @param roles Roles that are authorized to see keys. When empty, all authenticated users are authorized.
 * @param forceUnlock Whether DELETE may force a lock open. It takes access=unrestricted as well.
 */
@ConfigurationProperties("management.endpoint.locks")
public record LocksEndpointProperties(
        @DefaultValue("never") Show showValues,
        @DefaultValue Set<String> roles,
        @DefaultValue("false") boolean forceUnlock) {

    public LocksEndpointProperties {
        roles = Set.copyOf(roles);
    }
}
