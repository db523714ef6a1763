package io.latchkey.spring.autoconfigure;

import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What an application may set about the meters and observations of its locks.
 *
 * @param lockNames Names that may appear in meters: orders stands for the lock orders and for every lock orders:…
 *     Others are counted under none.
 */
@ConfigurationProperties("latchkey.observability")
public record LatchkeyObservabilityProperties(@DefaultValue List<String> lockNames) {

    public LatchkeyObservabilityProperties {
        lockNames = List.copyOf(lockNames);
        lockNames.forEach(name -> PropertyChecks.lockName("latchkey.observability.lock-names", name));
    }
}
