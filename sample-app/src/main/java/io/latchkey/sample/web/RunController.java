package io.latchkey.sample.web;

import io.latchkey.sample.run.Runs;
import java.util.Map;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Starts and cancels runs; what becomes of them comes with the events. */
@RestController
class RunController {

    private static final int MOST = 1000;

    private final Runs runs;

    RunController(Runs runs) {
        this.runs = runs;
    }

    @PostMapping("/api/runs")
    Map<String, String> start(
            @RequestParam String feature,
            @RequestParam(defaultValue = "") String visitors,
            @RequestParam(defaultValue = "") String items) {
        if (!runs.knows(feature)) {
            throw new BadInputException("feature", "There is no feature '%s'.".formatted(feature));
        }
        return runs.start(
                        feature,
                        Quantity.parse("visitors", "Visitors", visitors, MOST),
                        Quantity.parse("items", "Items", items, MOST))
                .map(run -> Map.of("run", run))
                .orElseThrow(() -> new BusyException("A run is under way. Wait for it, or cancel it."));
    }

    @DeleteMapping("/api/runs/{run}")
    void cancel(@PathVariable String run) {
        runs.cancel(run);
    }
}
