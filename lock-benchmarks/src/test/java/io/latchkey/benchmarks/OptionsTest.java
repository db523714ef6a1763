package io.latchkey.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.latchkey.benchmarks.locks.Implementation;
import io.latchkey.benchmarks.scenario.Scenario;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OptionsTest {

    @Test
    void whenNothingIsSaidShouldMeasureAllAndWriteForTheReadme() {
        Options options = Options.parse();

        assertThat(options.plan().rounds()).isGreaterThanOrEqualTo(8);
        assertThat(options.plan().implementations()).containsExactlyInAnyOrder(Implementation.values());
        assertThat(options.out()).isEqualTo(Path.of("docs/benchmarks"));
    }

    @Test
    void whenFilteredShouldRunOnlyThatAndKeepThePublishedNumbers() {
        Options options = Options.parse(
                "--quick", "--scenarios", "herd,fair", "--implementations", "latchkey,floor-lettuce", "--rounds", "1");

        assertThat(options.scenarios()).extracting(Scenario::id).containsExactly("fair", "herd");
        assertThat(options.plan().implementations())
                .containsExactlyInAnyOrder(Implementation.LATCHKEY, Implementation.FLOOR_LETTUCE);
        assertThat(options.plan().rounds()).isEqualTo(1);
        assertThat(options.out()).isEqualTo(Path.of("lock-benchmarks/target/benchmarks"));
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "--scenarios,nothing,--scenarios: [nothing] unknown",
                "--implementations,nothing,--implementations: 'nothing' unknown",
                "--rounds,0,--rounds must be a number",
                "--rounds,many,--rounds must be a number",
                "--fast,1,'--fast' is not an option",
                "--quick,--out,'--out' is not an option"
            })
    void whenAnOptionIsWrongShouldSayWhich(String option, String value, String message) {
        assertThatThrownBy(() -> Options.parse(option, value))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }
}
