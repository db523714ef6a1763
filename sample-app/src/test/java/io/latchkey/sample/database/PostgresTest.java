package io.latchkey.sample.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import io.latchkey.sample.SampleApplication;
import io.latchkey.sample.live.Message.Finished;
import io.latchkey.sample.live.Witness;
import io.latchkey.sample.run.Runs;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

/** The profile "postgres", on a server with the database, user and password it expects. */
@TestInstance(Lifecycle.PER_CLASS)
class PostgresTest {

    private EmbeddedPostgres postgres;
    private ConfigurableApplicationContext shop;

    @BeforeAll
    void open() {
        postgres = start();
        JdbcClient admin = JdbcClient.create(postgres.getPostgresDatabase());
        admin.sql("create user shop password 'shop'").update();
        admin.sql("create database shop owner shop").update();
        SpringApplication application = new SpringApplication(SampleApplication.class, Witness.class);
        shop = application.run(
                "--server.port=0",
                "--sample.work-time=5ms",
                "--spring.profiles.active=postgres",
                "--spring.datasource.url=jdbc:postgresql://localhost:%d/shop".formatted(postgres.getPort()));
    }

    private static EmbeddedPostgres start() {
        try {
            return EmbeddedPostgres.builder()
                    .setPGStartupWait(Duration.ofMinutes(1))
                    .start();
        } catch (IOException | IllegalStateException e) {
            String reason = "no PostgreSQL can be started on this system: " + e.getMessage();
            System.out.println("SKIPPED PostgresTest: " + reason);
            return abort(reason);
        }
    }

    @AfterAll
    void close() throws IOException {
        if (shop != null) {
            shop.close();
        }
        if (postgres != null) {
            postgres.close();
        }
    }

    @Test
    void shouldSellWhatThereIs() {
        Finished finished = run("template");

        assertThat(finished.verdict()).isEqualTo("20 sold of 20");
        assertThat(finished.good()).isTrue();
    }

    @Test
    void shouldLoseNothingBetweenWarehouses() {
        Finished finished = run("multi");

        assertThat(finished.good()).isTrue();
        assertThat(finished.facts()).containsAllEntriesOf(Map.of("moved", 40, "before", 40));
    }

    /** As when another process starts. */
    @Test
    void whenTheTablesAreThereShouldLeaveThem() {
        run("template");

        new ResourceDatabasePopulator(new ClassPathResource("schema.sql")).execute(shop.getBean(DataSource.class));

        assertThat(shop.getBean(JdbcClient.class)
                        .sql("select count(*) from sale")
                        .query(Integer.class)
                        .single())
                .isEqualTo(20);
    }

    private Finished run(String feature) {
        return shop.getBean(Witness.class)
                .finished(shop.getBean(Runs.class).start(feature, 40, 20).orElseThrow());
    }
}
