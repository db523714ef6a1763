package io.latchkey.spring;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import com.jayway.jsonpath.JsonPath;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The README's table of properties says what the metadata says. */
class ReadmePropertiesTest {

    @Test
    void shouldListEveryPropertyAsItIsDescribed() throws IOException {
        Map<String, List<String>> described = metadata().stream()
                .collect(toMap(
                        property -> text(property, "name"),
                        property -> List.of(text(property, "defaultValue"), text(property, "description"))));

        assertThat(Readme.properties()).isEqualTo(described);
    }

    private static List<Map<String, Object>> metadata() throws IOException {
        try (InputStream in =
                ReadmePropertiesTest.class.getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
            return JsonPath.parse(in).read("$.properties");
        }
    }

    private static String text(Map<String, Object> property, String key) {
        return String.valueOf(property.getOrDefault(key, ""));
    }
}
