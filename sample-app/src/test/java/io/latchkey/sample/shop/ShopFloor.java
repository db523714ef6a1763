package io.latchkey.sample.shop;

import io.latchkey.memory.InMemoryLocks;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

/** A shop of its own for a test: a database and locks in memory. */
final class ShopFloor implements AutoCloseable {

    final InMemoryLocks locks = InMemoryLocks.create();
    final JdbcClient database;
    private final ExecutorService people = Executors.newCachedThreadPool();

    ShopFloor() {
        DriverManagerDataSource source =
                new DriverManagerDataSource("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        new ResourceDatabasePopulator(new ClassPathResource("schema.sql")).execute(source);
        database = JdbcClient.create(source);
    }

    Till till(SlowWork payment) {
        return new Till(stock(), payment);
    }

    Stock stock() {
        return new Stock(database);
    }

    /** Lets all of them come at once, and returns what each one got. */
    @SafeVarargs
    final <T> List<T> atOnce(Callable<T>... visits) throws InterruptedException, ExecutionException, TimeoutException {
        List<Future<T>> coming = new ArrayList<>();
        for (Callable<T> visit : visits) {
            coming.add(people.submit(visit));
        }
        List<T> got = new ArrayList<>();
        for (Future<T> one : coming) {
            got.add(one.get(20, TimeUnit.SECONDS));
        }
        return got;
    }

    @Override
    public void close() {
        people.shutdownNow();
        locks.close();
    }
}
