package io.latchkey;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.conditions.ArchConditions.callConstructorWhere;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaConstructorCall;
import com.tngtech.archunit.core.domain.JavaFieldAccess;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.Location;
import io.latchkey.engine.EngineLocks;
import io.latchkey.spi.LockKind;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The rooms of this module, and who may know whom. */
@Timeout(60)
class ArchitectureTest {

    private static final String ROOT = "io.latchkey";
    private static final String ENGINE = "io.latchkey.engine..";
    private static final String SPI = "io.latchkey.spi..";
    private static final String REDIS = "io.latchkey.redis..";
    private static final String COMPOSITE = "io.latchkey.composite..";
    private static final String MEMORY = "io.latchkey.memory..";

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ArchitectureTest::isOfThisModule)
            .importPackages(ROOT);

    /** Wherever it runs: other modules may be on the class path too. */
    private static boolean isOfThisModule(Location location) {
        return location.asURI()
                .toString()
                .startsWith(
                        Locks.class
                                .getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .toString(),
                        location.isJar() ? "jar:".length() : 0);
    }

    @Test
    void theRoomsAreThere() {
        for (String room : Set.of(ROOT, ENGINE, SPI, COMPOSITE, REDIS, MEMORY)) {
            assertThat(CLASSES.that(resideInAPackage(room))).as(room).isNotEmpty();
        }
    }

    @Test
    void theEngineKnowsNoRedis() {
        classes()
                .that()
                .resideInAPackage(ENGINE)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(ROOT, ENGINE, SPI, COMPOSITE, "java..", "org.slf4j..", "org.jspecify..")
                .check(CLASSES);
    }

    @Test
    void theEngineNamesNoKindOfLock() {
        DescribedPredicate<JavaFieldAccess> aKind = DescribedPredicate.describe(
                "a constant of LockKind", access -> access.getTargetOwner().isEquivalentTo(LockKind.class));

        noClasses()
                .that(resideInAPackage(ENGINE)
                        .and(not(DescribedPredicate.<JavaClass>describe(
                                "EngineLocks", type -> type.isEquivalentTo(EngineLocks.class)))))
                .should()
                .accessFieldWhere(aKind)
                .check(CLASSES);
    }

    @Test
    void nobodyBranchesByKind() {
        Set<String> branching = CLASSES.stream()
                .flatMap(type -> type.getAccessesFromSelf().stream())
                .filter(access -> access.getTarget().getName().contains("$SwitchMap$")
                        && access.getTarget().getName().endsWith("LockKind"))
                .map(JavaAccess::getDescription)
                .collect(Collectors.toSet());

        assertThat(branching).isEmpty();
    }

    @Test
    void theBackendSeamKnowsOnlyItself() {
        classes()
                .that()
                .resideInAPackage(SPI)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(SPI, "java..", "org.slf4j..", "org.jspecify..")
                .check(CLASSES);
    }

    @Test
    void compositesKnowOnlyWhatTheyAreMadeOf() {
        classes()
                .that()
                .resideInAPackage(COMPOSITE)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(ROOT, SPI, COMPOSITE, "java..", "org.slf4j..", "org.jspecify..")
                .check(CLASSES);
    }

    @Test
    void whatUsersImportKnowsNothingBehindIt() {
        noClasses()
                .that()
                .resideInAPackage(ROOT)
                .should()
                .dependOnClassesThat(resideInAnyPackage(
                        ENGINE, SPI, COMPOSITE, REDIS, MEMORY, "org.springframework..", "io.lettuce.."))
                .check(CLASSES);
    }

    @Test
    void backendsDoNotKnowEachOther() {
        noClasses()
                .that()
                .resideInAPackage(REDIS)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(MEMORY)
                .check(CLASSES);
        classes()
                .that()
                .resideInAPackage(MEMORY)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(ROOT, ENGINE, SPI, MEMORY, "java..", "org.slf4j..", "org.jspecify..")
                .check(CLASSES);
    }

    @Test
    void roomsHaveNoCycles() {
        slices().matching("io.latchkey.(*)..").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void oneClassMakesTheScheduler() {
        DescribedPredicate<JavaConstructorCall> aScheduler = DescribedPredicate.describe(
                "a scheduler", call -> call.getTargetOwner().isAssignableTo(ScheduledExecutorService.class));
        Set<JavaClass> makers = CLASSES.stream()
                .filter(type -> type.getConstructorCallsFromSelf().stream().anyMatch(aScheduler))
                .collect(Collectors.toSet());

        assertThat(makers).as("classes that make a scheduler").hasSize(1);
        noClasses()
                .should()
                .callMethodWhere(DescribedPredicate.describe(
                        "a factory of executors",
                        call -> call.getTargetOwner().getName().equals("java.util.concurrent.Executors")))
                .check(CLASSES);
        noClasses()
                .that(not(DescribedPredicate.describe("the maker of the scheduler", makers::contains)))
                .and()
                .doNotHaveSimpleName("CallbackThreads")
                .should(callConstructorWhere(DescribedPredicate.describe(
                        "an executor", call -> call.getTargetOwner().isAssignableTo(Executor.class))))
                .check(CLASSES);
    }

    @Test
    void timeIsToldByATicker() {
        noClasses()
                .should()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(java.time.Instant.class, "now")
                .orShould()
                .callMethod(Thread.class, "sleep", long.class)
                .check(CLASSES);
    }
}
