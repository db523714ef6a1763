package io.latchkey.benchmarks;

import io.latchkey.benchmarks.locks.Implementation;
import io.latchkey.benchmarks.scenario.Plan;
import io.latchkey.benchmarks.scenario.Scenario;
import io.latchkey.benchmarks.scenario.Scenarios;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What the command line asks for. */
record Options(boolean list, Plan plan, List<Scenario> scenarios, Path out) {

    static final String HELP = """
            --quick                    few short rounds and no large numbers: minutes instead of an hour
            --scenarios a,b            only these
            --implementations a,b      only these
            --rounds N                 rounds of each row
            --round-millis N           the length of a round
            --out DIRECTORY            where results go; docs/benchmarks after a full run, else target/benchmarks
            --list                     name scenarios and implementations, and end
            """;

    private static final Set<String> FLAGS = Set.of("quick", "list");
    private static final Set<String> SETTINGS = Set.of("scenarios", "implementations", "rounds", "round-millis", "out");

    /** @throws IllegalArgumentException naming the option and what it may be */
    static Options parse(String... arguments) {
        Map<String, String> given = read(arguments);
        boolean quick = given.containsKey("quick");
        Set<Implementation> implementations = implementations(given.get("implementations"));
        Plan plan = new Plan(
                quick,
                number(given, "rounds", quick ? 3 : 9),
                number(given, "round-millis", quick ? 250 : 1_000),
                quick ? 300 : 2_000,
                implementations);
        List<Scenario> all = Scenarios.all(quick);
        List<Scenario> scenarios = chosen(all, given.get("scenarios"));
        boolean whole =
                !quick && scenarios.size() == all.size() && implementations.size() == Implementation.values().length;
        Path out = Path.of(given.getOrDefault("out", whole ? "docs/benchmarks" : "lock-benchmarks/target/benchmarks"));
        return new Options(given.containsKey("list"), plan, scenarios, out);
    }

    private static Map<String, String> read(String... arguments) {
        Map<String, String> given = new HashMap<>();
        for (int i = 0; i < arguments.length; i++) {
            String name = arguments[i].startsWith("--") ? arguments[i].substring(2) : "";
            if (FLAGS.contains(name)) {
                given.put(name, "");
            } else if (SETTINGS.contains(name) && i + 1 < arguments.length) {
                given.put(name, arguments[++i]);
            } else {
                throw new IllegalArgumentException(
                        "'" + arguments[i] + "' is not an option, or lacks its value:\n" + HELP);
            }
        }
        return given;
    }

    private static int number(Map<String, String> given, String name, int otherwise) {
        String text = given.get(name);
        if (text == null) {
            return otherwise;
        }
        if (!text.matches("[1-9]\\d{0,6}")) {
            throw new IllegalArgumentException("--" + name + " must be a number from 1 to 9999999, was '" + text + "'");
        }
        return Integer.parseInt(text);
    }

    private static List<Scenario> chosen(List<Scenario> all, @Nullable String ids) {
        if (ids == null) {
            return all;
        }
        Set<String> wanted = new TreeSet<>(Arrays.asList(ids.split(",", -1)));
        List<Scenario> chosen =
                all.stream().filter(scenario -> wanted.remove(scenario.id())).toList();
        if (!wanted.isEmpty()) {
            throw new IllegalArgumentException("--scenarios: " + wanted + " unknown; there are "
                    + all.stream().map(Scenario::id).toList());
        }
        return chosen;
    }

    private static Set<Implementation> implementations(@Nullable String ids) {
        if (ids == null) {
            return EnumSet.allOf(Implementation.class);
        }
        Set<Implementation> chosen = EnumSet.noneOf(Implementation.class);
        for (String id : ids.split(",", -1)) {
            chosen.add(Arrays.stream(Implementation.values())
                    .filter(implementation -> implementation.id().equals(id))
                    .findFirst()
                    .orElseThrow(
                            () -> new IllegalArgumentException("--implementations: '" + id + "' unknown; there are "
                                    + Arrays.stream(Implementation.values())
                                            .map(Implementation::id)
                                            .toList())));
        }
        return chosen;
    }
}
