package io.latchkey.sample.holder;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** Stops and continues a process, where the system knows how. */
final class Signals {

    private static final int PATIENCE_SECONDS = 5;

    private Signals() {}

    static void freeze(Process process) throws StoryException {
        if (!send("STOP", process)) {
            throw new StoryException("The holder could not be frozen on this system. Kill it instead.");
        }
    }

    static void thaw(Process process) throws StoryException {
        if (!send("CONT", process)) {
            throw new StoryException("it could not be told to go on.");
        }
    }

    /** Through a shell, which knows the command itself: not every system has it as a program. */
    private static boolean send(String signal, Process process) {
        try {
            Process kill = new ProcessBuilder("sh", "-c", "kill -%s %d".formatted(signal, process.pid()))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return kill.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) && kill.exitValue() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
