package io.latchkey.benchmarks.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.benchmarks.locks.Implementation;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScenariosTest {

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whenScenariosAreListedShouldHaveNamesOfTheirOwnAndSomethingToDo(boolean quick) {
        Plan plan = new Plan(quick, 3, 100, 100, EnumSet.allOf(Implementation.class));

        List<Scenario> scenarios = Scenarios.all(quick);

        assertThat(scenarios).extracting(Scenario::id).doesNotHaveDuplicates();
        assertThat(scenarios)
                .allSatisfy(scenario -> assertThat(scenario.steps(plan)).isPositive());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whenAScenarioHasTargetsShouldNameRowsThatItCanHave(boolean quick) {
        for (Scenario scenario : Scenarios.all(quick)) {
            if (scenario instanceof LockScenario locks) {
                assertThat(locks.targets())
                        .allSatisfy(target -> assertThat(labels(locks)).contains(target.row()));
            }
        }
    }

    private static Set<String> labels(LockScenario scenario) {
        return scenario.variants().stream()
                .flatMap(variant -> Arrays.stream(Implementation.values())
                        .map(each -> variant.label().isEmpty() ? each.label() : each.label() + ", " + variant.label()))
                .collect(Collectors.toSet());
    }
}
