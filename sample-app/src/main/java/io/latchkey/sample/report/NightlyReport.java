package io.latchkey.sample.report;

import io.latchkey.Lease;
import io.latchkey.LockResult;
import io.latchkey.LockSpec;
import io.latchkey.LockTemplate;
import org.springframework.stereotype.Service;

/** Is written by whoever comes first; everybody else who comes meanwhile goes away again. */
@Service
class NightlyReport {

    private static final LockSpec LOCK = LockSpec.of("nightly-report");

    private final LockTemplate locks;
    private final ReportWriter writer;

    NightlyReport(LockTemplate locks, ReportWriter writer) {
        this.locks = locks;
        this.writer = writer;
    }

    LockResult<String> run() {
        return locks.tryExecute(LOCK, this::write);
    }

    private String write(Lease lease) {
        writer.write();
        return "written under fencing token " + lease.fencingToken();
    }
}
