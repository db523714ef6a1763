package io.latchkey.sample.run;

import io.latchkey.sample.live.Message.Started;
import io.latchkey.sample.live.Message.Visited;
import io.latchkey.sample.live.Outcome;
import io.latchkey.sample.shop.Sale;
import io.latchkey.sample.shop.Stock;
import io.latchkey.sample.shop.Visitor;
import java.util.List;
import java.util.Map;

/** Many buyers want few items; the database knows how many were sold. */
final class SaleScenario implements Scenario {

    private final String feature;
    private final Sale sale;
    private final Stock stock;

    SaleScenario(String feature, Sale sale, Stock stock) {
        this.feature = feature;
        this.sale = sale;
        this.stock = stock;
    }

    @Override
    public String feature() {
        return feature;
    }

    @Override
    public void prepare(int items) {
        stock.fill(items);
    }

    @Override
    public Outcome serve(Visitor buyer) throws InterruptedException {
        return sale.buy(buyer) ? Outcome.SERVED : Outcome.TOO_LATE;
    }

    @Override
    public Verdict judge(Started run, List<Visited> visits) {
        int sold = stock.sold();
        int items = run.items();
        String text = sold > items
                ? "%d sold of %d: %d too many".formatted(sold, items, sold - items)
                : "%d sold of %d".formatted(sold, items);
        return new Verdict(sold <= items, text, Map.of("sold", sold, "stock", items));
    }
}
