package io.latchkey.testkit;

import java.util.List;

/**
 * What one node of a cluster says of another, a line of {@code CLUSTER NODES}.
 *
 * @param masterId whom it follows; {@code -} for a master
 * @param slots first and last of each range it serves
 */
record ClusterNode(String id, int port, List<String> flags, String masterId, List<int[]> slots) {

    private static final int FIRST_SLOT = 8;

    static ClusterNode parse(String line) {
        String[] words = line.split(" ", -1);
        String address = words[1].substring(0, words[1].indexOf('@'));
        return new ClusterNode(
                words[0],
                Integer.parseInt(address.substring(address.lastIndexOf(':') + 1)),
                List.of(words[2].split(",", -1)),
                words[3],
                List.of(words).subList(FIRST_SLOT, words.length).stream()
                        // Slots on the move stand in brackets.
                        .filter(range -> !range.startsWith("["))
                        .map(ClusterNode::range)
                        .toList());
    }

    private static int[] range(String text) {
        String[] ends = text.split("-", -1);
        return new int[] {Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1])};
    }

    boolean isMaster() {
        return flags.contains("master");
    }

    boolean isSettled() {
        return flags.stream().noneMatch(flag -> flag.startsWith("fail") || flag.equals("handshake"));
    }

    boolean serves(int slot) {
        return isMaster() && slots.stream().anyMatch(range -> range[0] <= slot && slot <= range[1]);
    }
}
