package io.latchkey.sample.report;

import io.latchkey.LockResult;
import java.util.Map;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
class ReportController {

    private final NightlyReport report;

    ReportController(NightlyReport report) {
        this.report = report;
    }

    @PostMapping("/api/report")
    Map<String, Object> run() {
        LockResult<String> result = report.run();
        return result.acquired()
                ? Map.of("ran", true, "message", String.valueOf(result.value()))
                : Map.of("ran", false, "message", "somebody is writing it already");
    }
}
