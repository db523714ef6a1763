package io.latchkey.redis;

import java.util.List;
import java.util.concurrent.CompletionStage;

/** Has Redis run scripts; what goes wrong completes the stage with a {@link io.latchkey.spi.BackendFailure}. */
interface ScriptRunner {

    CompletionStage<List<Object>> run(Script script, byte[][] keys, byte[]... args);
}
