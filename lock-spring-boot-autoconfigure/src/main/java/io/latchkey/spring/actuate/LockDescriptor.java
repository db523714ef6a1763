package io.latchkey.spring.actuate;

import java.util.List;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * One lock, looked up by its name.
 *
 * @param holders who holds it at the backend, of whatever kind; empty when it is free
 * @param held what of it this process holds
 * @param waiting who waits for it in this process
 */
public record LockDescriptor(
        String name, List<HolderDescriptor> holders, List<HeldDescriptor> held, List<WaitingDescriptor> waiting)
        implements OperationResponseBody {}
