package io.latchkey.faults;

import static io.latchkey.faults.Stage.PATIENCE;

import io.latchkey.Lease;
import io.latchkey.NamedLock;
import java.util.concurrent.CompletableFuture;

/** Uses of readers and writers that together send every kind of request, in an order that is the same each time. */
enum ReadWriteScenario {
    /** Two acquires, two releases. */
    READING_SIDE_BY_SIDE(4) {
        @Override
        void play(ReadWriteStage stage) throws Exception {
            Lease one = stage.first().readLock().acquire(PATIENCE);
            Lease other = stage.second().readLock().acquire(PATIENCE);
            stage.inside(one, 2, 0);
            one.release();
            stage.inside(other, 1, 0);
            other.release();
        }
    },

    /** Acquire, refused acquire, release with a wake-up, acquire, release. */
    WRITER_WAITS_FOR_READER(5) {
        @Override
        void play(ReadWriteStage stage) throws Exception {
            Lease reading = stage.first().readLock().acquire(PATIENCE);
            CompletableFuture<Lease> writer = stage.second().writeLock().acquireAsync(PATIENCE);
            stage.awaitInLine(1);
            stage.inside(reading, 1, 0);
            reading.release();

            Lease writing = stage.get(writer);
            stage.inside(writing, 0, 1);
            writing.release();
        }
    },

    READER_WAITS_FOR_WRITER(5) {
        @Override
        void play(ReadWriteStage stage) throws Exception {
            Lease writing = stage.first().writeLock().acquire(PATIENCE);
            CompletableFuture<Lease> reader = stage.second().readLock().acquireAsync(PATIENCE);
            stage.awaitInLine(1);
            stage.inside(writing, 0, 1);
            writing.release();

            Lease reading = stage.get(reader);
            stage.inside(reading, 1, 0);
            reading.release();
        }
    },

    /** Acquire, two renewals, release; after a fault some renewals more, to see the reading go on. */
    READING_RENEWED(4) {
        @Override
        void play(ReadWriteStage stage) throws Exception {
            Lease reading = stage.first().readLock().acquire(PATIENCE);
            stage.awaitCalls(3);
            if (stage.struck()) {
                stage.awaitCalls(5);
            }
            stage.inside(reading, 1, 0);
            reading.release();
        }
    },

    /** Acquire, refused acquire, abandon, release. */
    READER_GIVES_UP(4) {
        @Override
        void play(ReadWriteStage stage) throws Exception {
            Lease writing = stage.first().writeLock().acquire(PATIENCE);
            CompletableFuture<Lease> reader = stage.second().readLock().acquireAsync(PATIENCE);
            stage.awaitInLine(1);
            reader.cancel(false);
            stage.awaitInLine(0);
            stage.inside(writing, 0, 1);
            writing.release();
        }
    },

    /** Acquire, refused acquire, abandon, acquire of one whom the writer kept waiting, two releases. */
    WRITER_GIVES_UP(6) {
        @Override
        void play(ReadWriteStage stage) throws Exception {
            Lease reading = stage.first().readLock().acquire(PATIENCE);
            CompletableFuture<Lease> writer = stage.second().writeLock().acquireAsync(PATIENCE);
            stage.awaitInLine(1);
            writer.cancel(false);
            stage.awaitInLine(0);

            Lease late = stage.second().readLock().acquire(PATIENCE);
            stage.inside(late, 2, 0);
            late.release();
            reading.release();
        }
    },

    /** Acquire to write, acquire to read, two releases: whoever stops writing goes on reading. */
    HANDED_DOWN(4) {
        @Override
        void play(ReadWriteStage stage) throws Exception {
            NamedLock writeLock = stage.first().writeLock();
            NamedLock readLock = stage.first().readLock();
            writeLock.lock();
            readLock.lock();
            stage.inside(readLock.currentLease().orElseThrow(), 1, 1);
            writeLock.unlock();
            stage.inside(readLock.currentLease().orElseThrow(), 1, 0);
            readLock.unlock();
        }
    };

    private final int calls;

    ReadWriteScenario(int calls) {
        this.calls = calls;
    }

    /** How many script calls it takes when nothing goes wrong, at least. */
    int calls() {
        return calls;
    }

    abstract void play(ReadWriteStage stage) throws Exception;
}
