package io.latchkey.spring.actuate;

import java.util.List;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/** What this process holds and waits for, the oldest first. */
public record LocksDescriptor(List<HeldDescriptor> held, List<WaitingDescriptor> waiting)
        implements OperationResponseBody {}
