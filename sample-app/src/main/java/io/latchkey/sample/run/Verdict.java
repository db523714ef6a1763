package io.latchkey.sample.run;

import java.util.Map;

/**
 * How a run ended.
 *
 * @param text for people to read
 * @param facts the numbers behind it
 */
record Verdict(boolean good, String text, Map<String, Integer> facts) {}
