package io.latchkey.spring.actuate;

import java.util.List;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * What was forced open.
 *
 * @param opened who held it until then; empty when it was free
 */
public record ForcedOpenDescriptor(String name, List<HolderDescriptor> opened) implements OperationResponseBody {}
