package io.latchkey.sample.holder;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** Stops and continues a process, where the system knows how. */
final class Signals {

    private static final int PATIENCE_SECONDS = 5;

    private Signals() {}

    static void freeze(Process process) throws StoryException {
        send("-STOP", process);
    }

    static void thaw(Process process) throws StoryException {
        send("-CONT", process);
    }

    private static void send(String signal, Process process) throws StoryException {
        try {
            Process kill = new ProcessBuilder("kill", signal, "" + process.pid()).start();
            if (kill.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) && kill.exitValue() == 0) {
                return;
            }
        } catch (IOException e) {
            throw new StoryException("This system has no command 'kill' to freeze a process with. Kill it instead.");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new StoryException("The holder could not be frozen. Kill it instead.");
    }
}
