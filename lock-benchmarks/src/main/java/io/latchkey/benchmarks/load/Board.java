package io.latchkey.benchmarks.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Memory that all processes share, with nothing to guard it but the locks that are measured: a counter for each lock, who
 * is inside, and when the last one left.
 */
public final class Board {

    private static final int SLOTS = 256;
    private static final int SLOT_BYTES = 128;
    private static final int COUNT = 0;
    private static final int INSIDE = 8;
    private static final int LAST = 16;
    private static final int LEFT_AT = 24;
    private static final VarHandle WORD = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final ByteBuffer memory;

    private Board(ByteBuffer memory) {
        this.memory = memory;
    }

    public static Board open(Path file) {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return new Board(channel.map(MapMode.READ_WRITE, 0, (long) SLOTS * SLOT_BYTES));
        } catch (IOException e) {
            throw new UncheckedIOException("the shared memory " + file + " cannot be opened", e);
        }
    }

    /** Everything back to zero. */
    public void clear() {
        for (int i = 0; i < memory.capacity(); i++) {
            memory.put(i, (byte) 0);
        }
    }

    /** What all counters together show. */
    public long counted() {
        long sum = 0;
        for (int slot = 0; slot < SLOTS; slot++) {
            sum += get(slot, COUNT);
        }
        return sum;
    }

    Visitor visitor(int slot, long id) {
        if (slot < 0 || slot >= SLOTS || id == 0) {
            throw new IllegalArgumentException("slot " + slot + " of " + SLOTS + ", id " + id);
        }
        return new Visitor(slot, id);
    }

    private long get(int slot, int word) {
        return (long) WORD.getVolatile(memory, slot * SLOT_BYTES + word);
    }

    private void set(int slot, int word, long value) {
        WORD.setVolatile(memory, slot * SLOT_BYTES + word, value);
    }

    /** One thread, as it enters and leaves what a lock protects. */
    final class Visitor {

        private final int slot;
        private final long id;
        private long before;
        private long overlaps;

        private Visitor(int slot, long id) {
            this.slot = slot;
            this.id = id;
        }

        void enter() {
            before = get(slot, COUNT);
            if (get(slot, INSIDE) != 0) {
                overlaps++;
            }
            set(slot, INSIDE, id);
        }

        void leave() {
            if (get(slot, INSIDE) != id) {
                overlaps++;
            }
            set(slot, LAST, id);
            set(slot, INSIDE, 0);
            set(slot, COUNT, before + 1);
            set(slot, LEFT_AT, System.nanoTime());
        }

        long id() {
            return id;
        }

        boolean isTaken() {
            return get(slot, INSIDE) != 0;
        }

        /** Who was inside last, 0 for nobody. */
        long last() {
            return get(slot, LAST);
        }

        /** When the last one left, by the clock that processes of one machine share. */
        long leftAt() {
            return get(slot, LEFT_AT);
        }

        long overlaps() {
            return overlaps;
        }
    }
}
