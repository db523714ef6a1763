package io.latchkey.testkit.contract;

import io.latchkey.NamedSemaphore;
import org.junit.jupiter.api.Timeout;

/** What every semaphore must do, on whatever backend; the parts are in the interfaces. */
@Timeout(60)
public abstract class SemaphoreContract extends TwoProcesses
        implements PermitContract,
                SeveralPermitsContract,
                PermitWaitingContract,
                PermitLossContract,
                ResizeContract,
                PermitInputContract {

    @Override
    public final NamedSemaphore here(String name, int permits) {
        return first().locks().semaphore(name, permits);
    }

    @Override
    public final NamedSemaphore there(String name, int permits) {
        return second().locks().semaphore(name, permits);
    }
}
