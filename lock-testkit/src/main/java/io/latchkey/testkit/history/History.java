package io.latchkey.testkit.history;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * All holds of a run.
 *
 * @param holds in any order
 */
public record History(List<Hold> holds) {

    public History {
        holds = List.copyOf(holds);
    }

    /** Reads what the logs of all workers say. */
    public static History read(Collection<Path> logs) throws IOException {
        Map<String, Draft> drafts = new LinkedHashMap<>();
        for (Path log : logs) {
            for (String line : completeLines(log)) {
                String[] words = line.split(" ");
                drafts.computeIfAbsent(words[1], Draft::new).add(words);
            }
        }
        return new History(drafts.values().stream()
                .filter(draft -> draft.enteredAt != 0)
                .map(Draft::hold)
                .toList());
    }

    /** The holds of each lock in the order of entering. */
    public Map<String, List<Hold>> byLock() {
        return holds.stream()
                .sorted(Comparator.comparingLong(Hold::enteredAt))
                .collect(Collectors.groupingBy(Hold::lock, TreeMap::new, Collectors.toList()));
    }

    /** A worker killed while writing leaves half a line. */
    private static List<String> completeLines(Path log) throws IOException {
        String text = Files.readString(log, StandardCharsets.US_ASCII);
        return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
    }

    /** A hold while its events are read. */
    private static final class Draft {

        private final String id;
        private String lock = "";
        private long token;
        private long askedAt;
        private long enteredAt;
        private long leftAt = Hold.NEVER;
        private long validUntil;
        private Hold.Ending ending = Hold.Ending.UNKNOWN;
        private long endedAt = Hold.NEVER;

        Draft(String id) {
            this.id = id;
        }

        void add(String[] words) {
            switch (words[0]) {
                case "asked" -> {
                    lock = words[2];
                    askedAt = Long.parseLong(words[3]);
                }
                case "entered" -> {
                    token = Long.parseLong(words[2]);
                    enteredAt = Long.parseLong(words[3]);
                    validUntil = Long.parseLong(words[4]);
                }
                case "left" -> {
                    leftAt = Long.parseLong(words[2]);
                    validUntil = Math.max(validUntil, Long.parseLong(words[3]));
                }
                case "ended" -> {
                    ending = Hold.Ending.valueOf(words[2]);
                    endedAt = Long.parseLong(words[3]);
                }
                default -> throw new IllegalArgumentException("no event: " + String.join(" ", words));
            }
        }

        Hold hold() {
            return new Hold(id, lock, token, askedAt, enteredAt, leftAt, validUntil, ending, endedAt);
        }
    }
}
