package io.latchkey.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** The same tests run on several versions of Spring Boot. */
class CompatibilityTest {

    @Test
    void shouldRunOnTheVersionThatTheModuleIsFor() {
        String wanted = System.getProperty("latchkey.test.boot");

        assertThat(RunningBoot.version()).isEqualTo(wanted);
    }

    @ParameterizedTest
    @ValueSource(strings = {"lock-core", "lock-spring-boot-autoconfigure"})
    void shouldHaveTheDependenciesOfTheTestsOnEveryVersion(String module) throws Exception {
        List<String> here = dependencies(module + "/pom.xml");
        List<String> there = dependencies("compatibility/pom.xml");

        // lock-core comes along with the module itself, and so does what is neither optional nor of the tests
        assertThat(there).as("compatibility/pom.xml").containsAll(here);
    }

    /** The artifacts that a module names and does not hand on to those who depend on it. */
    private static List<String> dependencies(String pom) throws Exception {
        Path file = Project.root().resolve(pom);
        Document document =
                DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
        var elements = document.getElementsByTagName("dependency");
        return IntStream.range(0, elements.getLength())
                .mapToObj(i -> (Element) elements.item(i))
                .filter(element -> !text(element, "artifactId").isEmpty())
                .filter(element -> text(element, "scope").equals("test")
                        || text(element, "optional").equals("true"))
                .map(element -> text(element, "artifactId"))
                .toList();
    }

    private static String text(Element element, String child) {
        var found = element.getElementsByTagName(child);
        return found.getLength() == 0 ? "" : found.item(0).getTextContent().strip();
    }
}
