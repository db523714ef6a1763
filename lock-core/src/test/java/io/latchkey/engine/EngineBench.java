package io.latchkey.engine;

import io.latchkey.Lease;
import io.latchkey.LockListener;
import io.latchkey.engine.EngineSettings.Seams;
import io.latchkey.spi.BackendFailure;
import io.latchkey.spi.BackendFailure.Effect;
import io.latchkey.testing.ManualScheduler;
import io.latchkey.testing.ManualTicker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;

/** An engine on a backend that answers what and when the test says, and on a clock that the test moves. */
abstract class EngineBench {

    static final Duration LEASE = Duration.ofSeconds(30);
    static final Duration COMMAND_TIMEOUT = Duration.ofSeconds(2);
    /** When a run is over. */
    static final Duration A_RUN = Duration.ofNanos(Run.BOUND_NANOS);

    final BackendFailure reset = new BackendFailure(Effect.UNKNOWN, "connection reset", null);
    final ManualTicker ticker = new ManualTicker();
    final ManualScheduler scheduler = new ManualScheduler(ticker);
    final ScriptedBackend backend = new ScriptedBackend(gatheringTime());
    /** What listeners were told. */
    final List<String> heard = new ArrayList<>();

    final EngineLocks locks = newLocks();

    /** How long newcomers gather for a place in line. */
    Duration gatheringTime() {
        return Duration.ZERO;
    }

    private EngineLocks newLocks() {
        LockListener listener = new LockListener() {
            @Override
            public void lost(Lease lease) {
                heard.add("lost");
            }

            @Override
            public void renewalFailed(Lease lease, Throwable cause) {
                heard.add("renewal failed: " + cause.getMessage());
            }
        };
        Seams seams = new Seams(ticker, scheduler, Runnable::run, new Random(1));
        return new EngineLocks(backend, new EngineSettings(LEASE, COMMAND_TIMEOUT, List.of(listener), seams));
    }

    static BitSet bits(int... set) {
        BitSet bits = new BitSet();
        for (int i = 0; i < set.length; i++) {
            bits.set(i);
        }
        return bits;
    }
}
