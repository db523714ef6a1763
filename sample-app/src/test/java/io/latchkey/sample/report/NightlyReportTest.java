package io.latchkey.sample.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.latchkey.LockResult;
import io.latchkey.LockTemplate;
import io.latchkey.memory.InMemoryLocks;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class NightlyReportTest {

    @AutoClose
    private final InMemoryLocks locks = InMemoryLocks.create();

    private final LockTemplate template = new LockTemplate(locks);

    @Test
    void whenOneIsBeingWrittenShouldNotWriteAnother() {
        NightlyReport elsewhere = new NightlyReport(template, new QuickWriter());
        MeddlingWriter writer = new MeddlingWriter(elsewhere);

        LockResult<String> result = new NightlyReport(template, writer).run();

        assertThat(result.acquired()).isTrue();
        assertThat(result.value()).startsWith("written under fencing token ");
        assertThat(writer.meanwhile).isEqualTo(new LockResult<>(false, null));
        assertThat(elsewhere.run().acquired()).isTrue();
    }

    private static class QuickWriter extends ReportWriter {

        @Override
        void write() {}
    }

    /** While it writes, somebody else tries to. */
    private static class MeddlingWriter extends ReportWriter {

        private final NightlyReport elsewhere;
        private @Nullable LockResult<String> meanwhile;

        MeddlingWriter(NightlyReport elsewhere) {
            this.elsewhere = elsewhere;
        }

        @Override
        void write() {
            meanwhile = CompletableFuture.supplyAsync(elsewhere::run).join();
        }
    }
}
