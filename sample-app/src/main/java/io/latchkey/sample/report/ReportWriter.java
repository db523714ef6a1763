package io.latchkey.sample.report;

import java.util.concurrent.TimeUnit;
import org.springframework.stereotype.Component;

/** Takes its time. */
@Component
class ReportWriter {

    void write() {
        try {
            TimeUnit.SECONDS.sleep(1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while writing the report", e);
        }
    }
}
