package io.latchkey.sample.run;

import io.latchkey.sample.shop.AnnotatedSale;
import io.latchkey.sample.shop.Catalogue;
import io.latchkey.sample.shop.FairSale;
import io.latchkey.sample.shop.PackingStations;
import io.latchkey.sample.shop.ReactiveSale;
import io.latchkey.sample.shop.Shelf;
import io.latchkey.sample.shop.SlowWork;
import io.latchkey.sample.shop.Stock;
import io.latchkey.sample.shop.TemplateSale;
import io.latchkey.sample.shop.Transfers;
import io.latchkey.sample.shop.UnlockedSale;
import io.latchkey.sample.shop.Warehouses;
import java.util.concurrent.CancellationException;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** One scenario for each button of the page. */
@Configuration(proxyBeanMethods = false)
class Scenarios {

    @Bean
    Scenario unlocked(UnlockedSale sale, Stock stock) {
        return new SaleScenario("unlocked", sale, stock);
    }

    @Bean
    Scenario annotation(AnnotatedSale sale, Stock stock) {
        return new SaleScenario("annotation", sale, stock);
    }

    @Bean
    Scenario fair(FairSale sale, Stock stock) {
        return new SaleScenario("fair", sale, stock);
    }

    @Bean
    Scenario template(TemplateSale sale, Stock stock) {
        return new SaleScenario("template", sale, stock);
    }

    /** The sale itself blocks nobody; only the visitor, who has a thread of its own in every run, waits for the end. */
    @Bean
    Scenario reactive(ReactiveSale sale, Stock stock) {
        return new SaleScenario(
                "reactive", buyer -> Boolean.TRUE.equals(sale.buy(buyer).block()), stock);
    }

    @Bean
    Scenario readWrite(Catalogue catalogue, Shelf shelf) {
        return new CatalogueScenario(catalogue, shelf);
    }

    @Bean
    Scenario multi(Transfers transfers, Warehouses warehouses) {
        return new TransferScenario(transfers, warehouses);
    }

    @Bean
    Scenario semaphore(PackingStations stations) {
        return new PackingScenario(stations);
    }

    @Bean
    SlowWork slowWork(RunProperties properties) {
        return () -> {
            try {
                Thread.sleep(properties.workTime().toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new CancellationException("interrupted at work");
            }
        };
    }
}
