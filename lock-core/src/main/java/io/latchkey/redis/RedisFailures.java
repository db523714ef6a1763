package io.latchkey.redis;

import io.latchkey.spi.BackendFailure;
import io.latchkey.spi.BackendFailure.Effect;
import io.lettuce.core.RedisCommandExecutionException;
import java.util.concurrent.CompletionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What an error of Redis or of the connection means for the request it answers. */
final class RedisFailures {

    /** The server's error codes, which come first; older servers tell before them where in a script it was. */
    private static final Pattern FOR_NOW = Pattern.compile("^(ERR Error running script .*?@user_script: ?\\d+: -)?"
            + "(LOADING|READONLY|MASTERDOWN|NOREPLICAS|TRYAGAIN|CLUSTERDOWN|MOVED|ASK|BUSY)\\b");

    private RedisFailures() {}

    static BackendFailure of(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof BackendFailure known) {
            return known;
        }
        String message = String.valueOf(cause.getMessage());
        if (!(cause instanceof RedisCommandExecutionException)) {
            return new BackendFailure(Effect.UNKNOWN, "the connection to Redis failed (" + message + ")", cause);
        }
        Matcher forNow = FOR_NOW.matcher(message);
        return new BackendFailure(
                forNow.find() ? Effect.NONE_FOR_NOW : Effect.NONE,
                "Redis refused: " + message + advice(message),
                cause);
    }

    private static String advice(String message) {
        if (message.contains("WRONGTYPE")) {
            return "; remove that key, or choose another key prefix";
        }
        if (message.contains("NOPERM") || message.contains("The user executing the script can't")) {
            return "; grant the user what docs/redis-acl.md lists";
        }
        if (message.contains("OOM")) {
            return "; Redis is full: raise maxmemory";
        }
        return "";
    }
}
