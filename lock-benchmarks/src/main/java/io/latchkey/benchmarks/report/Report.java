package io.latchkey.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** All tables of a run, and the files made of them. */
public record Report(Machine machine, List<Table> tables) {

    public void writeTo(Path directory) throws IOException {
        Files.createDirectories(directory);
        JsonMapper json =
                JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
        Files.writeString(directory.resolve("results.json"), json.writeValueAsString(this) + "\n");
        Files.writeString(directory.resolve("tables.md"), markdown());
        Files.writeString(directory.resolve("compared.svg"), BarChart.of(tables));
        Files.writeString(directory.resolve("growth.svg"), LineChart.of(tables));
    }

    private String markdown() {
        StringBuilder text = new StringBuilder("# Results\n\n" + machine.line() + ".\n\n");
        tables.forEach(table -> text.append(TextTable.of(table)));
        return text.toString();
    }
}
